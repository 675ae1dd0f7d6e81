// global: 32x32
// local: 8x8
// arg: a int 1024 = i * 7 % 19
// arg: b int 1024 = i * 5 % 23
// arg: out int 1024
// arg: value int 32
// expect: out[i] = sum(k, 0, 31, a(i / 32 * 32 + k) * b(k * 32 + i % 32))
// Rows and columns by group ids and the tile's size.
kernel void test(global const int *a, global const int *b, global int *out, int n) {
  local int tile_a[64], tile_b[64];
  int x = get_local_id(0), y = get_local_id(1), sum = 0;
  int column = get_group_id(0) * 8 + x, row = get_group_id(1) * 8 + y;
  for (int tile = 0; tile < n / 8; tile++) {
    tile_a[y * 8 + x] = a[row * n + tile * 8 + x];
    tile_b[y * 8 + x] = b[(tile * 8 + y) * n + column];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < 8; k++) sum += tile_a[y * 8 + k] * tile_b[k * 8 + x];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[row * n + column] = sum;
}
