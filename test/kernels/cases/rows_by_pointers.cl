// SPDX-License-Identifier: Apache-2.0
// Rows by pointers that go on to an end: from the begin, of pairs, and of no element.
// global: 40
// local: null, 8, 5
// arg: in int 1480 = i * 7 % 101
// arg: factors int 37 = i % 11 - 5
// arg: sums int 40
// arg: pairs int 40
// arg: none int 40
// arg: value int 37
// expect: sums[i] = sum(k, 0, 36, in(37 * i + k) * factors(k))
// expect: pairs[i] = sum(k, 0, 17, in(37 * i + 2 * k) * (k + 1))
// expect: none[i] = 5
kernel void test(global const int *in, global const int *factors, global int *sums, global int *pairs,
                 global int *none, int n) {
  int row = get_global_id(0), sum = 0;
  global const int *f = factors;
  for (global const int *p = in + row * n, *end = p + n; p != end;) sum += *p++ * *f++;
  sums[row] = sum;
  sum = 0;
  int k = 1;
  for (global const int *p = in + row * n, *end = p + n / 2 * 2; p != end; p += 2) sum += *p * k++;
  pairs[row] = sum;
  sum = 5;
  for (global const int *p = in + row * n, *end = p + n / 64; p != end; ++p) sum += *p;
  none[row] = sum;
}
