// global: 16 x 48
// local: null, 2x8, 8x6, 1x48, 16x48
// options: -cl-std=CL3.0
// arg: a int 78 = i * 7 % 31 - 11
// arg: b int 270 = i * 5 % 29 - 13
// arg: out int 768
// arg: value int 45
// arg: value int 13
// arg: value int 6
// expect: out[i] = i % 48 < 45 && i / 48 < 13 ? sum(k, 0, 5, max(a(i / 48 * 6 + k), k) * b(k * 45 + i % 48)) : 0
// As rows of dimension 1, next to each other in dimension 0.
kernel void test(global const int *a, global const int *b, global int *out, int columns, int rows, int n) {
  int x = get_global_id(1), y = get_global_id(0), sum = 0;
  if (x < columns && y < rows) {
    for (int k = 0; k < n; ++k) {
      int factor = a[y * n + k];
      sum += (factor > k ? factor : k) * b[k * columns + x];
    }
    out[y * 48 + x] = sum;
  }
}
