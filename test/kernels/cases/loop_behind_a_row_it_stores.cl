// The first iteration that stores changes what all others load.
// global: 80
// local: null, 16
// arg: inout int 7200 = i * 7 % 101
// arg: value int 90
// arg: value int 40
// expect: inout[i] = i % 90 > 40 ? inout(i) + 6 * inout(i - i % 90 + 40) : i % 90 == 40 ? 0 - 2 * inout(i) : inout(i)
kernel void test(global int *inout, int h, int t) {
  int x = get_global_id(0);
  for (int y = 0; y < h; y++)
    if (y >= t) inout[x * h + y] -= 3 * inout[x * h + t];
}
