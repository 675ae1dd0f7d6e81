// global: 64
// local: 16
// arg: in float 64 = i * 4
// arg: out int 64
// expect: out[i] = 4 * i + 255 + 2147483647 - 2147483520
kernel void test(global const float *in, global int *out) {
  float x = in[get_global_id(0)] + 0.9f;
  int sum = convert_uchar(x > 255.9f ? 255.9f : x);
  sum += convert_uchar_sat(x * 100 + 300);
  sum += convert_char(-128.9f) + 128 + convert_uchar(-0.9f) + (uint)(-0.5f) + convert_short_rtz(32767.9f) - 32767;
  sum += 2147483647 - (int)2147483520.0f;
  uint big = (uint)4294967040.0f;
  long long_one = (long)9223371487098961920.0f;
  int4 v = convert_int4_rte((float4)(-2147483648.0f)), s = convert_int4_sat((float4)(1e30f, -1e30f, NAN, x));
  if (big == 1 || long_one == 1 || v.x == 1 || s.x == 1) sum = 0;
  out[get_global_id(0)] = sum;
}
