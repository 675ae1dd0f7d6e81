// global: 32x30
// local: 16x6, 16x5, 16x10, 16x3
// arg: a int 1440 = i * 7 % 11 - 5
// arg: b int 1536 = i * 5 % 13 - 6
// arg: out int 960
// expect: out[i] = sum(k, 0, 47, a(i / 32 * 48 + k) * b(k * 32 + i % 32))
// A product by tiles. Four rows of a tile run together: of six rows two are left over, of three rows all.
kernel void test(global const int *a, global const int *b, global int *out) {
  local int tile_a[10][16], tile_b[16][16];
  int x = get_local_id(0), y = get_local_id(1), column = get_global_id(0), row = get_global_id(1), sum = 0;
  for (int t = 0; t < 48; t += 16) {
    tile_a[y][x] = a[row * 48 + t + x];
    for (int k = y; k < 16; k += get_local_size(1)) tile_b[k][x] = b[(t + k) * 32 + column];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < 16; ++k) sum += tile_a[y][k] * tile_b[k][x];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[row * 32 + column] = sum;
}
