// global: 64
// local: 16
// arg: in int 64 = i
// arg: out int 64
// written: out
// races: 11:15 10:12
kernel void test(global const int *in, global int *out) {
  local int tile[16];
  int id = get_local_id(0);
  tile[id] = in[id];
  event_t e = async_work_group_strided_copy(out + get_group_id(0) * 16, tile, 4, 4, 0);
  wait_group_events(1, &e);
}
