// global: 32
// local: 8, 32
// arg: in int 128 = i
// arg: out int 128
// arg: local 16 * L
// expect: out[i] = in(i)
void one(local int *to, global const int *from, size_t n) {
  event_t e = async_work_group_copy(to, from, n, 0);
  wait_group_events(1, &e);
}
kernel void test(global const int *in, global int *out, local int *tile) {
  size_t n = get_local_size(0), base = get_group_id(0) * n, id = get_local_id(0);
  one(tile, in + base, n);
  event_t e = async_work_group_copy(tile + n, in + 32 + base, n, 0);
  one(tile + 2 * n, in + 64 + base, n);
  event_t f = async_work_group_strided_copy(tile + 3 * n, in + 96 + base, n, 1, 0);
  wait_group_events(1, &f);
  wait_group_events(1, &e);
  for (int k = 0; k < 4; ++k) out[32 * k + base + id] = tile[k * n + id];
}
