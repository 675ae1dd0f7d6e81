// global: 32x32
// local: 8x8
// arg: a int 1024 = i * 7 % 19
// arg: b int 1024 = i * 5 % 23
// arg: out int 1024
// arg: value int 32
// expect: out[i] = sum(k, 0, 31, a(i / 32 * 32 + k) * b(k * 32 + i % 32))
// Tiles in local memory, which work-groups fill whole: loads go to the buffers.
kernel void test(global const int *a, global const int *b, global int *out, int n) {
  local int tile_a[8][8], tile_b[8][8];
  int x = get_local_id(0), y = get_local_id(1), column = get_global_id(0), row = get_global_id(1), sum = 0;
  for (int first = 0; first < n; first += 8) {
    tile_a[y][x] = a[row * n + first + x];
    tile_b[y][x] = b[(first + y) * n + column];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < 8; k++) sum += tile_a[y][k] * tile_b[k][x];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[row * n + column] = sum;
}
