// global: 64
// local: 16
// arg: in int 64 = i % 3
// arg: out int 64
// options: -cl-std=CL3.0
// written: out
// check: line 12:5, ... divergent call: 
#pragma OPENCL EXTENSION cl_khr_subgroups : enable
kernel void test(global const int *in, global int *out) {
  size_t i = get_global_id(0);
  for (int j = 0; j < in[i]; ++j)
    sub_group_barrier(CLK_GLOBAL_MEM_FENCE);
  out[i] = 1;
}
