// SPDX-License-Identifier: Apache-2.0
// A row of a product in each work-item, with a private copy of the factors' row.
// global: 70
// local: 7, 10, null
// arg: a int 4900 = i * 7 % 101 - 50
// arg: b int 4900 = i * 5 % 89 - 40
// arg: c int 4900
// arg: value int 70
// expect: c[i] = sum(k, 0, 69, a(i / 70 * 70 + k) * b(k * 70 + i % 70))
kernel void test(global const int *a, global const int *b, global int *c, int n) {
  int row = get_global_id(0);
  int factors[128];
  for (int k = 0; k < n; k++) factors[k] = a[row * n + k];
  for (int column = 0; column < n; column++) {
    int sum = 0;
    for (int k = 0; k < n; k++) sum += factors[k] * b[k * n + column];
    c[row * n + column] = sum;
  }
}
