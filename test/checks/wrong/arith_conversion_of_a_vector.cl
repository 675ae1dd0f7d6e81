// global: 64
// local: 16
// arg: in int 64 = i - 3
// arg: out int 64
// written: out
// check: line 9:27, ... conversion out of range: 256 is converted to an integer of 8 bits
kernel void test(global const int *in, global int *out) {
  float4 x = (float4)(1.0f, 2.0f, in[get_global_id(0)] + 259.0f, 3.0f);
  out[get_global_id(0)] = convert_uchar4(x).x;
}
