// global: 64
// local: 1, 16, 64
// arg: in int 256 = i * 3
// arg: out int 256
// expect: out[i] = i * 3 + 1
kernel void test(global const int *in, global int *out) {
  local int tile[2][128];
  local event_t list[2];
  int share = 256 / get_num_groups(0);
  int first = get_group_id(0) * share, half_share = share / 2;
  event_t low = async_work_group_copy(tile[0], in + first, half_share, 0);
  event_t high = async_work_group_copy(tile[1], in + first + half_share, share - half_share, 0);
  if (get_local_id(0) == 0) {
    list[0] = low;
    list[1] = high;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  wait_group_events(2, list);
  for (int i = get_local_id(0); i < share; i += get_local_size(0))
    out[first + i] = (i < half_share ? tile[0][i] : tile[1][i - half_share]) + 1;
}
