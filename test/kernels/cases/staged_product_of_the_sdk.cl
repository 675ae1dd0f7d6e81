// global: 48x32
// local: 16x16
// arg: a int 1536 = i * 7 % 11
// arg: b int 2304 = i * 5 % 13
// arg: out int 1536
// arg: value int 48
// arg: value int 48
// expect: out[i] = sum(k, 0, 47, a(i / 48 * 48 + k) * b(k * 48 + i % 48))
// The loop over tiles counts from the first element of the work-group's rows to the last of its first row; another
// counter follows it down the other matrix.
kernel void test(global const int *a, global const int *b, global int *out, int w, int wb) {
  local int tile_a[16][16], tile_b[16][16];
  int gx = get_group_id(0), gy = get_group_id(1), l = get_local_id(0), m = get_local_id(1), sum = 0;
  int first = w * 16 * gy, last = first + w - 1;
  for (int i = first, j = 16 * gx; i <= last; i += 16, j += 16 * wb) {
    tile_a[m][l] = a[i + w * m + l];
    tile_b[m][l] = b[j + wb * m + l];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < 16; k++) sum += tile_a[m][k] * tile_b[k][l];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[wb * 16 * gy + 16 * gx + wb * m + l] = sum;
}
