// global: 40
// local: 40, 8, 1
// arg: bytes char 5320 = i * 7 % 101 - 50
// arg: words ushort 5320 = i * 13 % 2003
// arg: factors char 133 = i % 11 - 5
// arg: products int 40
// arg: sums int 40
// arg: odd int 40
// arg: value int 133
// expect: products[i] = sum(k, 0, 132, ((i * 133 + k) * 7 % 101 - 50) * (k % 11 - 5))
// expect: sums[i] = sum(k, 0, 132, (i * 133 + k) * 13 % 2003)
// expect: odd[i] = sum(k, 0, 65, (i * 133 + 2 * k + 1) * 7 % 101 - 50)
// Rows of elements of 8 and 16 bits: sums of integers, which LLVM's vectoriser takes, and of floats, as lanes.
kernel void test(global const char *bytes, global const ushort *words, global const char *factors, global int *products,
                 global int *sums, global int *odd, int n) {
  int y = get_global_id(0), product = 0, sum = 0, others = 0;
  for (int x = 0; x < n; ++x) product += bytes[y * n + x] * factors[x];
  for (int x = 0; x < n; ++x) sum += words[y * n + x];
  for (int x = 1; x < n; x += 2) others += bytes[y * n + x];
  float down = 0, up = 0;
  for (int x = n - 1; x >= 0; --x) down += (float)bytes[y * n + x] * factors[x];
  for (int x = 0; x < n; ++x) up += words[y * n + x];
  products[y] = product == (int)down ? product : -1000000;
  sums[y] = sum == (int)up ? sum : -1000000;
  odd[y] = others;
}
