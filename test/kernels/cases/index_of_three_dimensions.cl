// global: 1144
// local: 1144, 88, 104
// arg: in int 1144 = i * 7 % 101
// arg: out int 1144
// arg: value int 22
// arg: value int 13
// expect: out[i] = in(i) + i % 22 + 100 * (i / 22 % 13) + 10000 * (i / 286)
kernel void test(global const int *in, global int *out, int w, int h) {
  int g = get_global_id(0), x = g % w, y = g / w % h, z = g / (w * h);
  out[(z * h + y) * w + x] = in[(z * h + y) * w + x] + x + 100 * y + 10000 * z;
}
