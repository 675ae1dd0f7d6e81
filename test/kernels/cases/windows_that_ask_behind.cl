// Windows of five, clamped to a row: asked behind each element, by conditions in the loop, and every second element.
// global: 200
// local: null, 40
// arg: in int 200 = i * 37 % 251
// arg: least int 200
// arg: sums int 200
// arg: pooled int 100
// arg: value int 200
// expect: least[i] = min(min(in(max(i - 2, 0)), in(max(i - 1, 0))), min(in(i), min(in(min(i + 1, 199)), in(min(i + 2, 199)))))
// expect: sums[i] = (i > 1 ? in(i - 2) : 0) + (i > 0 ? in(i - 1) : 0) + in(i) + (i < 199 ? in(i + 1) : 0) + (i < 198 ? in(i + 2) : 0)
// expect: pooled[i] = in(2 * i) + in(2 * i + 1) + (i < 99 ? in(2 * i + 2) : 0)
kernel void test(global const int *in, global int *least, global int *sums, global int *pooled, int n) {
  const int x = get_global_id(0);
  int i = max(x - 2, 0), last = min(x + 2, n - 1), one = 1000;
  do {
    one = min(one, in[i]);
  } while (++i <= last);
  least[x] = one;
  int sum = 0;
  for (int j = x - 2; j <= x + 2; ++j) {
    if (j < 0) continue;
    if (j >= n) break;
    sum += in[j];
  }
  sums[x] = sum;
  if (x >= n / 2) return;
  int total = 0;
  for (int j = 2 * x; j < min(2 * x + 3, n); ++j) total += in[j];
  pooled[x] = total;
}
