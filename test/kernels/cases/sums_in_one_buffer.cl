// The sums' buffer is loaded from, too: nothing is promoted.
// global: 16
// local: null, 4
// arg: inout int 96 = i * 7 % 13
// arg: value int 5
// expect: inout[i] = i >= 16 ? inout(i) : inout(i) + sum(k, 1, 5, inout(16 * k + i))
kernel void test(global int *inout, int n) {
  int i = get_global_id(0);
  for (int k = 1; k <= n; k++) inout[i] += inout[16 * k + i];
}
