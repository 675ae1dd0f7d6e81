// global: 96
// local: 16, 32, 96
// arg: in int 1440 = i * 7 % 101
// arg: nine int 864 = 5
// arg: some int 1248 = 5
// expect: nine[i] = in(i / 9 * 9 + 8 - i % 9) + i % 9
// expect: some[i] = i / 13 % 3 == 0 ? 5 : in(i) + i % 13
// Cells of 9 and 13 elements, all of them stored; the latter by some work-items.
kernel void test(global const int *in, global int *nine, global int *some) {
  int x = get_global_id(0);
  global const int *from = in + 9 * x;
  global int *to = nine + 9 * x;
  int a = from[0], b = from[1], c = from[2], d = from[3], e = from[4], f = from[5], g = from[6], h = from[7], i = from[8];
  to[0] = i, to[1] = h + 1, to[2] = g + 2, to[3] = f + 3, to[4] = e + 4, to[5] = d + 5, to[6] = c + 6, to[7] = b + 7;
  to[8] = a + 8;
  if (x % 3) {
    from = in + 13 * x;
    to = some + 13 * x;
    for (int k = 0; k < 13; k++) to[k] = from[k] + k;
  }
}
