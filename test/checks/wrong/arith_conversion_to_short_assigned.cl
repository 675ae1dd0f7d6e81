// global: 64
// local: 16
// arg: in int 64 = i
// arg: out int 64
// written: out
// check: line 9:13, ... conversion out of range: 33000 is converted to an integer of 16 bits
kernel void test(global const int *in, global int *out) {
  int i = get_global_id(0);
  short s = in[i] * 1000.0f;
  out[i] = s;
}
