// A work-group has a row of 24 work-items, whose ends are neighbours: no segment ends at the row's end.
// global: 240
// local: 24
// arg: in int 240 = i * i
// arg: out int 240
// expect: out[i] = (i / 24 * 24 + (i % 24 + 1) % 24) * (i / 24 * 24 + (i % 24 + 1) % 24) * 3 + (i / 24 * 24 + (i % 24 + 23) % 24) * (i / 24 * 24 + (i % 24 + 23) % 24)
kernel __attribute__((reqd_work_group_size(24, 1, 1))) void test(global const int *in, global int *out) {
  const int i = get_global_id(0), x = i % 24, row = i - x;
  out[i] = in[row + (x + 1) % 24] * 3 + in[row + (x - 1 + 24) % 24];
}
