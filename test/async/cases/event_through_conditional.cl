// global: 64
// local: 8, 16
// arg: a int 64 = i
// arg: b int 64 = -i
// arg: out int 64
// arg: local 4 * L
// expect: out[i] = i / L % 2 ? -i : i
kernel void test(global const int *a, global const int *b, global int *out, local int *tile) {
  size_t n = get_local_size(0), base = get_group_id(0) * n;
  event_t e;
  if (get_group_id(0) % 2)
    e = async_work_group_copy(tile, b + base, n, 0);
  else
    e = async_work_group_copy(tile, a + base, n, 0);
  wait_group_events(1, &e);
  out[base + get_local_id(0)] = tile[get_local_id(0)];
}
