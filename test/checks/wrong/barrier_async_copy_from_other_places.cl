// global: 64
// local: 16
// arg: in int 64 = i
// arg: out int 64
// written: out
// check: line 9:15, ... divergent arguments: work-item ... passes another source than work-item
kernel void test(global const int *in, global int *out) {
  local int tile[16];
  event_t e = async_work_group_copy(tile, in + get_local_id(0) % 2, 8, 0);
  wait_group_events(1, &e);
  out[get_global_id(0)] = tile[0];
}
