// global: 20
// local: 4
// arg: inout int 800 = i % 7
// arg: value int 40
// expect: inout[i] = i / 20 == 0 ? i % 7 : i % 20 % 7 + i / 20
// Each iteration loads what the one before has stored.
kernel void test(global int *inout, int h) {
  int x = get_global_id(0);
  for (int y = 1; y < h; y++) inout[y * 20 + x] = inout[(y - 1) * 20 + x] + 1;
}
