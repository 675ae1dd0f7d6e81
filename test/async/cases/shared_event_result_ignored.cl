// global: 64
// local: 16
// arg: a int 64 = i
// arg: b int 64 = i * 100
// arg: out int 64
// arg: local 8 * L
// expect: out[i] = i * 101
kernel void test(global const int *a, global const int *b, global int *out, local int *tile) {
  size_t n = get_local_size(0), base = get_group_id(0) * n, id = get_local_id(0);
  event_t e = async_work_group_copy(tile, a + base, n, 0);
  async_work_group_copy(tile + n, b + base, n, e);
  wait_group_events(1, &e);
  out[base + id] = tile[id] + tile[n + id];
}
