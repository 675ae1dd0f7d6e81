// global: 16
// local: 16
// arg: in short 64 = i
// arg: out short 64
// written: out
kernel void test(global const short3 *in, global short3 *out) {
  local short3 tile[16];
  private short3 mine[4];
  int id = get_local_id(0);
  event_t e = async_work_group_copy(tile, in, 16, 0);
  wait_group_events(1, &e);
  for (int k = 0; k < 4; ++k) mine[k] = tile[id] + (short)k;
  barrier(CLK_LOCAL_MEM_FENCE);
  tile[id] = mine[id & 3];
  barrier(CLK_LOCAL_MEM_FENCE);
  e = async_work_group_copy(out, tile, 16, 0);
  wait_group_events(1, &e);
}
