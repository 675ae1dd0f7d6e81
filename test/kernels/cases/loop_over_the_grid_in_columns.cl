// The outer loop's stores lie between the inner loop's.
// global: 16x8
// local: null, 16x1, 4x4
// arg: in int 4900 = i * 7 % 101
// arg: out int 4900
// arg: value int 70
// arg: value int 70
// expect: out[i] = in(i % 70 * 70 + i / 70) * 3 + i % 70
kernel void test(global const int *in, global int *out, int w, int h) {
  for (int y = get_global_id(1); y < h; y += get_global_size(1))
    for (int x = get_global_id(0); x < w; x += get_global_size(0)) out[x * h + y] = in[y * w + x] * 3 + y;
}
