// global: 32
// local: 8, 32
// arg: in int 32 = i
// arg: out int 32
// arg: local 4 * L
// expect: out[i] = i
// check: wait on an event that is not pending: event 0 of 1 has been waited for already
kernel void test(global const int *in, global int *out, local int *tile) {
  size_t n = get_local_size(0), base = get_group_id(0) * n;
  event_t e = async_work_group_copy(tile, in + base, n / 2, 0);
  wait_group_events(1, &e);
  event_t f = async_work_group_copy(tile + n / 2, in + base + n / 2, n - n / 2, e);
  wait_group_events(1, &f);
  wait_group_events(1, &e);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[base + get_local_id(0)] = tile[get_local_id(0)];
}
