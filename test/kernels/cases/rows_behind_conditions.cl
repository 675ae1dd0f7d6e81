// SPDX-License-Identifier: Apache-2.0
// A row in each work-item, of which conditions that are the same for all leave out elements: some, all but the last
// ones, those of a nested condition.
// global: 40
// local: null, 8, 5
// arg: in int 1480 = i * 7 % 101
// arg: factors int 41 = (i % 11 < 7) * (i % 5 + 1)
// arg: some int 40
// arg: last int 40
// arg: nested int 40
// arg: value int 37
// arg: value int 30
// expect: some[i] = sum(k, 0, 36, in(37 * i + k) * factors(k))
// expect: last[i] = sum(k, 30, 36, in(37 * i + k) * (k + 1))
// expect: nested[i] = sum(k, 0, 29, in(37 * i + k) * (factors(k) != 0 ? 3 : 0) + k)
kernel void test(global const int *in, global const int *factors, global int *some, global int *last,
                 global int *nested, int n, int m) {
  int row = get_global_id(0);
  int sum = 0;
  for (int k = 0; k < n; k++) {
    if (factors[k] == 0) continue;
    sum += in[row * n + k] * factors[k];
  }
  some[row] = sum;
  sum = 0;
  for (int k = 0; k < n; k++)
    if (k >= m) sum += in[row * n + k] * (k + 1);
  last[row] = sum;
  sum = 0;
  for (int k = 0; k < n; k++) {
    if (k < m) {
      if (factors[k] != 0) sum += 3 * in[row * n + k];
      sum += k;
    }
  }
  nested[row] = sum;
}
