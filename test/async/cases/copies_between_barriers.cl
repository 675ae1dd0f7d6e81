// global: 32
// local: 8, 32
// arg: in int 32 = i
// arg: out int 32
// arg: local 8 * L
// expect: out[i] = i + i / L * L + (i + 1) % L
kernel void test(global const int *in, global int *out, local int *tile) {
  size_t n = get_local_size(0), base = get_group_id(0) * n, id = get_local_id(0);
  event_t e = async_work_group_copy(tile, in + base, n, 0);
  tile[n + id] = get_global_id(0);
  barrier(CLK_LOCAL_MEM_FENCE);
  int next = tile[n + (id + 1) % n];
  wait_group_events(1, &e);
  out[base + id] = tile[id] + next;
}
