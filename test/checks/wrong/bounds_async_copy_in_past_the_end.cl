// global: 64
// local: 16
// arg: in int 64 = i
// arg: out int 64
// written: out
// check: line 9:15, ... out of bounds: the source is bytes 196 to 260 of argument 0 'in' (256 bytes)
kernel void test(global const int *in, global int *out) {
  local int tile[16];
  event_t e = async_work_group_copy(tile, in + get_group_id(0) * 16 + 1, 16, 0);
  wait_group_events(1, &e);
  out[get_global_id(0)] = tile[get_local_id(0)];
}
