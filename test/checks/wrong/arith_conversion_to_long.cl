// global: 64
// local: 16
// arg: in int 64 = i
// arg: out int 64
// written: out
// check: line 9:12, ... conversion out of range: 1e+19 is converted to an integer of 64 bits
kernel void test(global const int *in, global int *out) {
  int i = get_global_id(0);
  long s = convert_long(in[i] * 1e18f);
  out[i] = s > 5;
}
