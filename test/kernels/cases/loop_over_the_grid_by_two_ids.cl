// global: 16 x 8
// local: 16x8, 4x2
// arg: in int 960 = i * 7 % 1009
// arg: out int 960
// arg: value int 40
// arg: value int 24
// expect: out[i] = in(i) * 3 + i / 40
kernel void test(global const int *in, global int *out, int w, int h) {
  for (int y = get_global_id(1); y < h; y += get_global_size(1))
    for (uint x = get_global_id(0); x < w; x += get_global_size(0)) out[y * w + x] = in[y * w + x] * 3 + y;
}
