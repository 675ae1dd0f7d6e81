// global: 64
// local: 16
// options: -cl-std=CL3.0
// arg: in int 64 = i
// arg: out int 64
// written: out
// check: line 12:7, ... out of bounds: the source is bytes 32 to 264 of argument 0 'in' (256 bytes)
kernel void test(global const int *in, global int *out) {
  local int tile[4][4];
  event_t e = async_work_group_copy_2D2D(tile, 0, in, 0, sizeof(int), 4, 4, 18, 4, 0);
  wait_group_events(1, &e);
  e = async_work_group_copy_2D2D(tile, 0, in, get_group_id(0) * 4, sizeof(int), 4, 4, 18, 4, 0);
  wait_group_events(1, &e);
  out[get_global_id(0)] = tile[0][0];
}
