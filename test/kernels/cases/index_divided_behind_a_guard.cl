// global: 1024
// local: 64, 16
// arg: in uint 960 = i * 7 % 1009
// arg: out uint 1024
// arg: value uint 40
// arg: value uint 24
// expect: out[i] = i < 960 ? in((23 - i / 40) * 40 + i % 40) * 3 + i : 0
// More work-items than elements, which the guard keeps back: 40 x 24 are left.
kernel void test(global const uint *in, global uint *out, uint w, uint h) {
  uint g = get_global_id(0);
  if (g >= w * h) return;
  uint x = g % w, y = g / w;
  out[g] = in[(h - 1 - y) * w + x] * 3 + g;
}
