// global: 960
// local: 30, 96
// arg: in int 960 = i * 7 % 1009
// arg: out int 960
// arg: value int 40
// expect: out[i] = in(i / 40 * 40 + 39 - i % 40)
kernel void test(global const int *in, global int *out, int w) {
  int g = get_group_id(0) * get_local_size(0) + get_local_id(0);
  out[g] = in[g / w * w + w - 1 - g % w];
}
