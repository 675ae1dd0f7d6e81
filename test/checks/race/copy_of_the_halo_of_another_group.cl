// global: 64
// local: 16
// arg: in int 64 = i
// arg: out int 64
// written: out
// races: 13:15 13:15
kernel void test(global const int *in, global int *out) {
  local int tile[20];
  int id = get_local_id(0);
  tile[id] = in[get_global_id(0)];
  if (id < 4) tile[16 + id] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  event_t e = async_work_group_copy(out + get_group_id(0) * 14, tile, 20, 0);
  wait_group_events(1, &e);
}
