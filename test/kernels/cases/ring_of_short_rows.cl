// Rows of 24 whose ends are neighbours, in one index.
// global: 240
// local: 48
// arg: in int 240 = i * i
// arg: out int 240
// expect: out[i] = (i / 24 * 24 + (i % 24 + 1) % 24) * (i / 24 * 24 + (i % 24 + 1) % 24) * 3 + (i / 24 * 24 + (i % 24 + 23) % 24) * (i / 24 * 24 + (i % 24 + 23) % 24)
kernel void test(global const int *in, global int *out) {
  const int i = get_global_id(0), x = i % 24, row = i - x;
  out[i] = in[row + (x + 1) % 24] * 3 + in[row + (x - 1 + 24) % 24];
}
