// global: 64
// local: 16
// arg: in int 64 = i
// arg: out int 64
// written: out
// check: line 9:13, ... conversion out of range: -2 is converted to an integer of 64 bits
kernel void test(global const int *in, global int *out) {
  int i = get_global_id(0);
  ulong u = convert_ulong((double)in[i] - 2);
  out[i] = u > 5;
}
