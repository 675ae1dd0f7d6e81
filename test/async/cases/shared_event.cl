// global: 64
// local: 1, 16
// arg: a int 64 = i
// arg: b int 64 = i * 100
// arg: c int 64 = i * 10000
// arg: out int 64
// arg: same int 64
// arg: local 12 * L
// expect: out[i] = i * 10101
// expect: same[i] = 1
kernel void test(global const int *a, global const int *b, global const int *c, global int *out, global int *same,
                 local int *tile) {
  size_t n = get_local_size(0), base = get_group_id(0) * n, id = get_local_id(0);
  event_t e = async_work_group_copy(tile, a + base, n, 0);
  e = async_work_group_copy(tile + n, b + base, n, e);
  e = async_work_group_strided_copy(tile + 2 * n, c + base, n, 1, e);
  wait_group_events(1, &e);
  out[base + id] = tile[id] + tile[n + id] + tile[2 * n + id];
  same[base + id] = 1;
}
