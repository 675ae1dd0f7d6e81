// global: 32
// local: 16
// arg: data int 32 = i
// written: data
// races: 11:15 9:14
kernel void test(global int *data) {
  local int tile[16];
  int id = get_local_id(0);
  tile[id] = data[get_global_id(0) ^ 1];
  barrier(CLK_LOCAL_MEM_FENCE);
  event_t e = async_work_group_copy(data + get_group_id(0) * 16, tile, 16, 0);
  wait_group_events(1, &e);
}
