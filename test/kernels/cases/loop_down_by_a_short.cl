// global: 70
// local: null, 7
// arg: in int 6300 = i * 7 % 101
// arg: out int 6300
// arg: value uint 70
// arg: value uint 90
// expect: out[i] = i / 70 > 0 && i / 70 < 89 ? in(i) + in(i - 70) * 2 + i / 70 : 0
kernel void test(global const int *in, global int *out, uint w, uint h) {
  uint x = get_global_id(0);
  for (short y = h; y-- > 0;)
    if (y < h - 1 && y > 0) out[y * w + x] = in[y * w + x] + in[(y - 1) * w + x] * 2 + y;
}
