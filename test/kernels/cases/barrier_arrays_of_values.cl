// global: 64
// local: 1, 8, 16, 64
// arg: in int 1024 = i * 5 + 1
// arg: out int 1024
// arg: local 4 * L
// expect: out[i] = in(i) * 3 + 2 * (i / 64) + in(i / 64 * 64 + i % 64 / L * L + (i % 64 + 1) % L) + in((15 - i / 64) * 64 + i % 64)
// Private arrays across a barrier, with counters of loops for indices: also of two loops, downwards, and by a table.
constant int reversed[16] = {15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0};
kernel void test(global const int *in, global int *out, local int *tile) {
  int g = get_global_id(0), l = get_local_id(0), a[16], b[4][4], c[16];
  for (int i = 0; i < 16; ++i) a[i] = in[i * 64 + g] * 3;
  for (int y = 0; y < 4; ++y)
    for (int x = 0; x < 4; ++x) b[y][x] = in[reversed[y * 4 + x] * 64 + g];
  for (int i = 15; i >= 0; --i) {
    tile[l] = in[i * 64 + g];
    barrier(CLK_LOCAL_MEM_FENCE);
    int other = tile[(l + 1) % (int)get_local_size(0)];
    for (int k = 0; k < 16; ++k) c[k] = k == i ? other : c[k];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  for (int i = 0; i < 16; ++i) a[i] += 2 * i;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int y = 0; y < 4; ++y)
    for (int x = 0; x < 4; ++x) out[(y * 4 + x) * 64 + g] = a[y * 4 + x] + b[y][x] + c[y * 4 + x];
}
