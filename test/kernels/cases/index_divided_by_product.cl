// global: 1536
// local: 64
// arg: in int 1536 = i * 7 % 1009
// arg: out int 1536
// arg: value int 16
// arg: value int 12
// expect: out[i] = in((7 - i / 192) * 192 + i % 192 / 16 * 16 + 15 - i % 16) + i % 192
// Three dimensions in one index.
kernel void test(global const int *in, global int *out, int w, int h) {
  int g = get_global_id(0);
  int x = g % w, y = g / w % h, z = g / (w * h), in_plane = g % (w * h);
  out[g] = in[((7 - z) * h + y) * w + w - 1 - x] + in_plane;
}
