// global: 24
// local: 8
// arg: in int 960 = i * 7 % 1009
// arg: out int 960
// arg: value int 40
// expect: out[i] = in(i) * 3 + in(i % 40) + i / 40 * 1000
// A row in each work-item.
kernel void test(global const int *in, global int *out, int w) {
  int y = get_global_id(0);
  for (int x = 0; x < w; x++) out[y * w + x] = in[y * w + x] * 3 + in[x] + y * 1000;
}
