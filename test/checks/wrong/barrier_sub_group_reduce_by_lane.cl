// global: 64
// local: 16
// options: -cl-std=CL3.0
// arg: in int 64 = i
// arg: out int 64
// written: out
// check: line 11:46, ... divergent call: ... of 16 work-items come to this sub-group function; work-item ... does not
#pragma OPENCL EXTENSION cl_khr_subgroups : enable
kernel void test(global const int *in, global int *out) {
  int i = get_global_id(0);
  if (get_sub_group_local_id() < 2) out[i] = sub_group_reduce_add(in[i]);
}
