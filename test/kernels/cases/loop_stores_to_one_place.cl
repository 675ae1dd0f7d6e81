// global: 20
// local: 4
// arg: in int 800 = i * 7 % 1009
// arg: out int 20
// arg: value int 40
// arg: value int 0
// expect: out[i] = in(39 * 20 + i)
// The last iteration counts: the stride is 0, as only the arguments tell.
kernel void test(global const int *in, global int *out, int h, int stride) {
  int x = get_global_id(0);
  for (int y = 0; y < h; y++) out[y * stride + x] = in[y * 20 + x];
}
