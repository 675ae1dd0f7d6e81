// global: 16
// local: 16
// options: -cl-std=CL3.0
// arg: in int 64 = i
// arg: out int 64
// expect: out[i] = i % 4 ? 0 : i
kernel void test(global const int *in, global int *out) {
  local int tile[16];
  event_t e = async_work_group_strided_copy(tile, in, 16, 4, 0);
  wait_group_events(1, &e);
  int other = tile[15 - get_local_id(0)];
  if (other < 0) return;
  e = async_work_group_strided_copy(out, tile, 16, 4, 0);
  wait_group_events(1, &e);
}
