// global: 64
// local: 16
// arg: in int 64 = i
// arg: out int 64
// written: out
// check: line 9:12, ... conversion out of range: inf is converted to an integer of 32 bits
kernel void test(global const int *in, global int *out) {
  int i = get_global_id(0);
  out[i] = (int)(1.0f / in[i]);
}
