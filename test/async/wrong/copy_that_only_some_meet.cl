// global: 64
// local: 16
// arg: in int 64 = i * 3
// arg: out int 64
// arg: local 4 * L
// expect: out[i] = i * 3
// seen by a schedule
// check: line 14:17 ... divergent call: 8 of 16 work-items have come to this copy; work-item (8,0,0) is at the kernel's end
// check: line 15:5 ... divergent call: 8 of 16 work-items have come to this wait
kernel void test(global const int *in, global int *out, local int *tile) {
  size_t n = get_local_size(0), base = get_group_id(0) * n, id = get_local_id(0);
  if (id < n / 2) {
    // "One half of us is enough."
    event_t e = async_work_group_copy(tile, in + base, n, 0);
    wait_group_events(1, &e);
  }
  out[base + id] = tile[id];
}
