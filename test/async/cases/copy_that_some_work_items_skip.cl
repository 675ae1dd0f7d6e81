// global: 64
// local: 16, 64
// arg: in int 64 = i * 3
// arg: out int 64
// arg: local 4 * L
// expect: out[i] = i % L < 3 ? 1 : i * 3
// check: line 14:17 ... divergent call: 13 of 16 work-items have come to this copy; work-item (0,0,0) is at the barrier
// check: line 15:5 ... divergent call: 13 of 16 work-items have come to this wait
kernel void test(global const int *in, global int *out, local int *tile) {
  size_t n = get_local_size(0), base = get_group_id(0) * n, id = get_local_id(0);
  int value = 1;
  if (id >= 3) {
    global const int *from = in + base;  // not known to those who skip the copy
    event_t e = async_work_group_copy(tile, from, n, 0);
    wait_group_events(1, &e);
    value = tile[id] + from[id] - in[base + id];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  out[base + id] = value;
}
