// global: 96
// local: 16, 96, 12
// options: -cl-std=CL3.0
// arg: in int 96 = i * 7 % 31
// arg: out int 96
// arg: local 4 * L
// expect: out[i] = sum(k, i / L * L + i % L / 8 * 8, i / L * L + min(i % L / 8 * 8 + 7, L - 1), in(k)) + in(i / L * L + i % L / 8 * 8) + in(i)
__attribute__((intel_reqd_sub_group_size(8))) kernel void test(global const int *in, global int *out, local int *tile) {
  const size_t first = get_group_id(0) * get_local_size(0), i = get_local_id(0);
  event_t copied = async_work_group_copy(tile, in + first, get_local_size(0), 0);
  const int mine = in[first + i];
  wait_group_events(1, &copied);
  const int sum = sub_group_reduce_add(tile[i]) + sub_group_broadcast_first(mine);
  barrier(CLK_LOCAL_MEM_FENCE);
  tile[i] = sum + sub_group_shuffle(mine, get_sub_group_local_id());
  barrier(CLK_LOCAL_MEM_FENCE);
  copied = async_work_group_copy(out + first, tile, get_local_size(0), 0);
  wait_group_events(1, &copied);
}
