// global: 32
// local: 16
// arg: in int 64 = i
// arg: out int 64
// expect: out[i] = 2 * i
kernel void test(global const int *in, global int *out) {
  local int tile[16];
  int id = get_local_id(0);
  for (int k = 0; k < 2; ++k) {
    int first = (get_group_id(0) * 2 + k) * 16;
    event_t e = async_work_group_copy(tile, in + first, 16, 0);
    wait_group_events(1, &e);
    tile[id] *= 2;
    barrier(CLK_LOCAL_MEM_FENCE);
    e = async_work_group_copy(out + first, tile, 16, 0);
    wait_group_events(1, &e);
  }
}
