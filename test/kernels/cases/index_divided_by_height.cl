// global: 960
// local: 16, 96
// arg: in int 960 = i * 7 % 1009
// arg: out int 960
// arg: value int 40
// arg: value int 24
// expect: out[i] = in(i) * 3 + i / 40 + i % 40 * 100
// Neighbours walk down a column: the launch becomes one of 24 x 40.
kernel void test(global const int *in, global int *out, int w, int h) {
  int g = get_global_id(0);
  int x = g / h, y = g % h;
  out[y * w + x] = in[y * w + x] * 3 + y + x * 100;
}
