// global: 16x8
// local: null, 16x1, 8x2, 4x4
// arg: in int 1443 = i * 7 % 101
// arg: out int 1443
// arg: value uint 39
// arg: value int 37
// expect: out[i] = i / 39 > 2 ? in(i) + i % 39 - 1000 * (i / 39) : 0
kernel void test(global const int *in, global int *out, uint w, int h) {
  for (long y = get_global_id(1); y < h; y += get_global_size(1))
    for (int x = get_global_id(0); x < w; x += get_global_size(0)) {
      if (y <= 2) continue;
      out[y * w + x] = in[y * w + x] + x - 1000 * y;
    }
}
