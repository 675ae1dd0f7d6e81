// global: 64
// local: 64
// options: -cl-std=CL3.0
// arg: in int 64 = i
// arg: out int 64
// written: out
// races: 12:12 14:27
#pragma OPENCL EXTENSION cl_khr_subgroups : enable
kernel void test(global const int *in, global int *out) {
  local int tile[64];
  int id = get_local_id(0);
  tile[id] = in[id];
  sub_group_barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = tile[63 - id];
}
