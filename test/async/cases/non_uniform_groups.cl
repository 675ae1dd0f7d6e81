// global: 53
// local: 1, 8, 16, 50, 53
// options: -cl-std=CL3.0
// arg: in int 53 = i * 3
// arg: out int 53
// arg: local 4 * L
// expect: out[i] = i * 3 + (i / L == 53 / L ? 53 % L : L)
kernel void test(global const int *in, global int *out, local int *tile) {
  size_t n = get_local_size(0), base = get_group_id(0) * get_enqueued_local_size(0);
  event_t e = async_work_group_copy(tile, in + base, n, 0);
  wait_group_events(1, &e);
  tile[get_local_id(0)] += get_local_size(0);
  barrier(CLK_LOCAL_MEM_FENCE);
  e = async_work_group_copy(out + base, tile, n, 0);
  wait_group_events(1, &e);
}
