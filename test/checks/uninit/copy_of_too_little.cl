// global: 32
// local: 16
// arg: in int 32 = i
// arg: out int 32
// written: out
// check: line 11:25, ... uninitialised: what the kernel writes depends on memory that nobody has written
kernel void test(global const int *in, global int *out) {
  local int tile[16];
  event_t e = async_work_group_copy(tile, in + get_group_id(0) * 16, 12, 0);
  wait_group_events(1, &e);
  out[get_global_id(0)] = tile[get_local_id(0)];
}
