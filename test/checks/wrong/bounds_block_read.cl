// global: 64
// local: 16
// options: -cl-std=CL3.0
// arg: in int 64 = i
// arg: out int 64
// written: out
// check: line 10:27, ... out of bounds: reads 4 bytes at address ... no argument's and no local variable's memory
#pragma OPENCL EXTENSION cl_intel_subgroups : enable
kernel void test(global const uint *in, global uint *out) {
  out[get_global_id(0)] = intel_sub_group_block_read(in + 60);
}
