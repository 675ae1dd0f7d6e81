// global: 64
// local: 16
// arg: in int 64 = i * 3
// arg: out int 64
// arg: local 4 * L
// expect: out[i] = i / 16 == 1 ? in(i - i % 16 + 5) : in(i - i % 16)
kernel void test(global const int *in, global int *out, local int *tile) {
  size_t n = get_local_size(0), base = get_group_id(0) * n, id = get_local_id(0);
  tile[id] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  // The arguments are those of the first work-item that meets the call: in one group, the sixth.
  if (get_group_id(0) != 1 || id >= 5) {
    event_t e = async_work_group_copy(tile, in + base + id, 1, 0);
    wait_group_events(1, &e);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  out[base + id] = tile[0];
}
