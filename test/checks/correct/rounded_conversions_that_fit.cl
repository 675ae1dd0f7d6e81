// global: 64
// local: 16
// arg: in int 64 = i
// arg: out int 64
// expect: out[i] = 255 + 0 - 128 + 127 + i
kernel void test(global const int *in, global int *out) {
  int i = get_global_id(0);
  float x = in[i];
  int sum = convert_uchar_rte(255.5f - (x < 100 ? 0.1f : 0)) + convert_uchar_rtp(-0.9f) + convert_char_rtn(-128.0f);
  int2 v = convert_int2_rtn((float2)(x + 0.9f, -2147483648.0f));
  char4 c = convert_char4_rtz((float4)(127.9f, -128.9f, 0, x));
  out[i] = sum + c.x + v.x + (int)(c.y == 0);
}
