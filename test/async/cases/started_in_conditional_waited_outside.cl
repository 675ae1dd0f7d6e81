// global: 64
// local: 8, 16
// arg: in int 64 = i * 2
// arg: out int 64
// arg: local 4 * L
// expect: out[i] = i / L % 2 ? i * 2 : -1
// check: wait on an event that is not pending: event 0 of 1 is 0
kernel void test(global const int *in, global int *out, local int *tile) {
  size_t n = get_local_size(0), base = get_group_id(0) * n;
  event_t e = 0;
  tile[get_local_id(0)] = -1;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_group_id(0) % 2) e = async_work_group_copy(tile, in + base, n, 0);
  wait_group_events(1, &e);
  out[base + get_local_id(0)] = tile[get_local_id(0)];
}
