// global: 64
// local: 16
// arg: in int 64 = i
// arg: out int 64
// written: out
// check: line 9:12, ... conversion out of range: 255.5 is converted to an integer of 8 bits
kernel void test(global const int *in, global int *out) {
  int i = get_global_id(0);
  out[i] = convert_uchar_rte(in[i] + 249.5f < 256 ? in[i] + 249.5f : 0);
}
