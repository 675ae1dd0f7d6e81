// global: 960
// local: 96
// offset: 40
// arg: in int 1000 = i * 7 % 1009
// arg: out int 1000
// arg: value int 40
// expect: out[i] = i < 40 ? 0 : in(i / 40 * 40 + 39 - i % 40)
kernel void test(global const int *in, global int *out, int w) {
  int g = get_global_id(0);
  out[g] = in[g / w * w + w - 1 - g % w];
}
