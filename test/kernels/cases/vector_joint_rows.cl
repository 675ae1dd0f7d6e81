// global: 40 x 14
// local: null, 8x2, 5x7, 40x1, 40x14, 1x1
// options: -cl-std=CL3.0
// arg: a int 84 = i * 7 % 31 - 11
// arg: b int 240 = i * 5 % 29 - 13
// arg: out int 560
// arg: sums int 3360
// arg: value int 6
// expect: out[i] = sum(k, 0, 5, a(i / 40 * 6 + k) * b(k * 40 + i % 40)) + sum(k, 0, 5, b(k * 40 + i % 40)) * (i / 40)
// expect: sums[i] = sum(k, 0, i / 40 % 6, a(i / 240 * 6 + k) * b(k * 40 + i % 40))
// Rows of work-items load the same of b.
kernel void test(global const int *a, global const int *b, global int *out, global int *sums, int n) {
  int x = get_global_id(0), y = get_global_id(1), sum = 0, all = 0;
  for (int k = 0; k < n; ++k) {
    sum += a[y * n + k] * b[k * 40 + x];
    all += b[k * 40 + x];
    sums[(y * n + k) * 40 + x] = sum;
  }
  out[y * 40 + x] = sum + all * y;
}
