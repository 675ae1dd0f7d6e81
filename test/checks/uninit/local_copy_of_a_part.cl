// global: 64
// local: 16
// arg: in int 64 = i
// arg: out int 64
// written: out
// check: line 12:25, ... uninitialised: what the kernel writes depends on memory that nobody has written
kernel void test(global const int *in, global int *out) {
  local int4 tile[16];
  event_t e = async_work_group_strided_copy((local int *)tile, in, 16, 4, 0);
  wait_group_events(1, &e);
  int4 v = tile[get_local_id(0)];
  out[get_global_id(0)] = v.x + v.w;
}
