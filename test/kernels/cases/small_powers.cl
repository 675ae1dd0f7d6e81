// global: 64
// local: 64, 16, 1
// arg: in float 6 = i - 1
// arg: whole int 6 = i - 1
// arg: out int 64
// expect: out[i] = 0
// Powers by constant exponents, beside those by loaded ones: zeros, infinities, subnormal, small and large numbers, NaN.
float number(int i) {
  const uint bits[8] = {0, 0x7f800000, 1, 0x00800000, 0x1f000000, 0x3f800000, 0x5f000000, 0x7fc00000};
  return as_float(bits[i / 2 % 8] + i / 16 * 0x234 % 0x3fffff * (i / 2 % 8 % 7 > 1) | (i & 1 ? 0x80000000 : 0));
}
int differs(float a, float b) {
  if (isnan(a) || isnan(b)) return !isnan(a) || !isnan(b);
  if (a == 0 || b == 0 || isinf(a) || isinf(b)) return as_int(a) != as_int(b);
  return abs_diff(as_int(a), as_int(b)) > 16;
}
kernel void test(global const float *in, global const int *whole, global int *out) {
  int i = get_global_id(0);
  float x = number(i);
  int wrong = 0;
  wrong |= differs(pow(x, -1.0f), pow(x, in[0])) | differs(pown(x, -1), pown(x, whole[0])) << 1;
  wrong |= differs(pow(x, 0.0f), pow(x, in[1])) << 2 | differs(pow(x, 1.0f), pow(x, in[2])) << 3;
  wrong |= differs(pow(x, 2.0f), pow(x, in[3])) << 4 | differs(pown(x, 2), pown(x, whole[3])) << 5;
  wrong |= differs(pow(x, 3.0f), pow(x, in[4])) << 6 | differs(pown(x, 3), pown(x, whole[4])) << 7;
  wrong |= differs(pow(x, 4.0f), pow(x, in[3] + 2)) << 8 | differs(pown(x, 4), pown(x, whole[5])) << 9;
  wrong |= differs(pow(x, 0.5f), pow(x, in[5] / 8)) << 10;
  wrong |= differs(pow(x, 5.0f), pow(x, in[5] + 1)) << 11 | differs(pown(x, 7), pown(x, whole[5] + 3)) << 12;
  wrong |= differs(pow(x, 8.0f), pow(x, in[5] * 2)) << 13 | differs(pown(x, -2), pown(x, -whole[3])) << 14;
  wrong |= differs(pow(x, -3.0f), pow(x, -in[4])) << 15 | differs(pown(x, -4), pown(x, -whole[5])) << 16;
  out[i] = wrong;
}
