// global: 32
// local: 8
// arg: in int 96 = i + 1
// arg: chars char 96
// arg: out int 128
// expect: chars[i] = i % 3
// written: out
kernel void test(global const int *in, global char *chars, global int3 *out) {
  int i = get_global_id(0);
  int3 v = vload3(i, in), w = v % 3 + 7 / v;
  uint3 u = convert_uint3(v) >> (uint3)(1, 2, 3);
  short3 s = convert_short3_sat(v * 1000);
  long3 l = upsample(v, u);
  int3 r = rotate(v, v) + mul_hi(v, w) + clamp(v, 3, 70) + convert_int3(abs_diff(v, w)) + convert_int3(s) + as_int3(u);
  out[i] = select(r, w, v > 5) + convert_int3(l >> 32) + max(v, w);
  vstore3(convert_char3(v - 3 * i - 1), i, chars);
}
