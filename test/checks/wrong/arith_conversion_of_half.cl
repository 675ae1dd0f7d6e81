// global: 64
// local: 16
// arg: in int 64 = i
// arg: out int 64
// written: out
// check: line 11:12, ... conversion out of range: 32992 is converted to an integer of 16 bits
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
kernel void test(global const int *in, global int *out) {
  int i = get_global_id(0);
  half h = in[i] * 1000;
  out[i] = convert_short(h);
}
