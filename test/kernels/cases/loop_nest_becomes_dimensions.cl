// global: 1
// local: 1
// arg: in int 1600 = i * 7 % 1009
// arg: out int 1600
// arg: value int 40
// arg: value int 40
// expect: out[i] = in(1599 - i) + in(i % 40)
// All in one work-item.
kernel void test(global const int *in, global int *out, int w, int h) {
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) out[y * w + x] = in[(h - y) * w - 1 - x] + in[x];
}
