// global: 68x44
// local: null, 4x11, 17x4
// arg: in float 2479 = i * 7 % 1001
// arg: out float 2479
// arg: value long 67
// arg: value long 37
// expect: out[i] = in(i % 37 * 67 + i / 37)
kernel void test(global const float *in, global float *out, long w, long h) {
  short x = get_global_id(0);
  uchar y = get_global_id(1);
  if (x < w && y < h) out[x * h + y] = in[y * w + x];
}
