// global: 16x16
// local: 16x1, 4x4, 16x16, 1x1
// arg: in int 256 = i
// arg: out int 256
// expect: out[i] = i % 16 * 16 + i / 16
kernel void test(global const int *in, global int *out) {
  local int column[16];
  if (get_group_id(0) || get_group_id(1)) return;
  for (int x = 0; x < 16; ++x) {
    event_t e = async_work_group_strided_copy(column, in + x, 16, 16, 0);
    wait_group_events(1, &e);
    e = async_work_group_copy(out + 16 * x, column, 16, 0);
    wait_group_events(1, &e);
  }
}
