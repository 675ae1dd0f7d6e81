// global: 64
// local: 16
// arg: in int 64 = i
// arg: out int 64
// written: out
// check: line 9:15, ... out of bounds: the source is bytes 0 to 304 of argument 0 'in' (256 bytes)
kernel void test(global const int *in, global int *out) {
  local int tile[16];
  event_t e = async_work_group_strided_copy(tile, in, 16, get_group_id(0) + 2, 0);
  wait_group_events(1, &e);
  out[get_global_id(0)] = tile[get_local_id(0)];
}
