// global: 80
// local: null, 16
// arg: inout int 7200 = i * 7 % 101
// arg: value int 90
// arg: value int 40
// expect: inout[i] = i / 80 > 40 ? inout(i) - 3 * inout(3200 + i % 80) : inout(i)
kernel void test(global int *inout, int h, int t) {
  int x = get_global_id(0);
  for (int y = 0; y < h; y++) {
    if (y <= t) continue;
    inout[y * 80 + x] -= 3 * inout[t * 80 + x];
  }
}
