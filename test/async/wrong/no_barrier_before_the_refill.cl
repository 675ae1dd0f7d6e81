// global: 64
// local: 16
// arg: in int 256 = i
// arg: out int 256
// arg: local 4 * L
// expect: out[i] = i - i % 16 + (i + 1) % 16
// seen by a schedule
kernel void test(global const int *in, global int *out, local int *tile) {
  size_t n = get_local_size(0), id = get_local_id(0);
  for (int k = 0; k < 4; ++k) {
    size_t base = (get_group_id(0) * 4 + k) * n;
    event_t e = async_work_group_copy(tile, in + base, n, 0);
    wait_group_events(1, &e);
    out[base + id] = tile[(id + 1) % n];
  }
}
