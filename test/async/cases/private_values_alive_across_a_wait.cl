// global: 32
// local: 8, 32
// arg: in int 32 = i
// arg: out int 32
// arg: local 4 * L
// expect: out[i] = i + i * i + 8 * i + 28
kernel void test(global const int *in, global int *out, local int *tile) {
  size_t n = get_local_size(0), base = get_group_id(0) * n;
  int i = get_global_id(0), square = i * i, mine[8];
  for (int k = 0; k < 8; ++k) mine[k] = i + k;
  event_t e = async_work_group_copy(tile, in + base, n, 0);
  wait_group_events(1, &e);
  int total = tile[get_local_id(0)] + square;
  for (int k = 0; k < 8; ++k) total += mine[k];
  out[i] = total;
}
