// global: 64
// local: 16
// options: -cl-std=CL3.0
// arg: in int 64 = i
// arg: out int 64
// written: out
// check: line 11:46, ... divergent call: ... of 16 work-items come to this sub-group function; work-item ... does not
#pragma OPENCL EXTENSION cl_khr_subgroups : enable
kernel void test(global const int *in, global int *out) {
  int i = get_global_id(0), sum = 0;
  for (int k = 0; k < in[i] % 4; ++k) sum += sub_group_reduce_add(k);
  out[i] = sum;
}
