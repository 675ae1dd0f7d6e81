// Windows whose tests store, count up the greatest number, or stand behind what is counted.
// global: 256
// local: null, 32
// arg: a int 256 = i * 37 % 101
// arg: o int 2048
// arg: sums int 256
// arg: counts int 256
// arg: value int 256
// expect: o[i] = i % 8 < 3 && i / 8 + i % 8 < 256 ? a(min(i / 8 + i % 8, 255)) + 5 : i % 8 == 7 ? sum(k, i / 8, min(i / 8 + 1, 254), a(k) % 2 * k) : 0
// expect: sums[i] = sum(k, i, min(i + 2, 255), a(k))
// expect: counts[i] = min(i + 2, 255) - max(i - 2, 0)
kernel void test(global const int *a, global int *o, global int *sums, global int *counts, int n) {
  const int x = get_global_id(0);
  const int end = min(x + 2, n - 1);
  for (int j = x; o[8 * x + (j - x)] = a[j] + 5, j < end; ++j)
    if (a[j] & 1) o[8 * x + 7] += j;
  const uint u = x;
  uint j = max(x - 1, -1), last = min(u + 1u, (uint)n - 1u);
  int sum = 0;
  do {
    if (j + 1u < (uint)n) sum += a[j + 1u];
  } while (++j <= last);
  sums[x] = sum;
  int i = max(x - 2, 0), count = 0, before;
  const int right = min(x + 2, n - 1);
  do {
    before = count++;
  } while (++i <= right);
  counts[x] = before;
}
