// global: 64
// local: 16
// arg: in int 64 = i
// arg: out int 64
// written: out
// check: line 9:13, ... conversion out of range: 127.5 is converted to an integer of 8 bits
kernel void test(global const int *in, global int *out) {
  int i = get_global_id(0);
  char2 c = convert_char2_rtp((float2)(in[i] + 64.5f, 0.0f));
  out[i] = c.x;
}
