// global: 64
// local: 16
// arg: in int 64 = i
// arg: out int 64
// written: out
// check: line 9:14, ... conversion out of range: -2 is converted to an integer of 8 bits
kernel void test(global const int *in, global int *out) {
  int i = get_global_id(0);
  uchar4 u = convert_uchar4((float4)(in[i], 1, 2, 3) - 2.0f);
  out[i] = u.x + u.y;
}
