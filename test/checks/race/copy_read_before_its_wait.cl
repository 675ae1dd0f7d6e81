// global: 64
// local: 16
// arg: in int 64 = i
// arg: out int 64
// written: out
// races: 11:27 10:15
kernel void test(global const int *in, global int *out) {
  local int tile[16];
  int id = get_local_id(0);
  event_t e = async_work_group_copy(tile, in, 16, 0);
  out[get_global_id(0)] = tile[id];
  wait_group_events(1, &e);
}
