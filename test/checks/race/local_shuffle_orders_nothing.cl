// global: 64
// local: 16
// options: -cl-std=CL3.0
// arg: in int 64 = i
// arg: out int 64
// written: out
// races: 14:27 12:12
#pragma OPENCL EXTENSION cl_khr_subgroup_shuffle : enable
kernel void test(global const int *in, global int *out) {
  local int tile[16];
  int id = get_local_id(0);
  tile[id] = in[id];
  int other = sub_group_shuffle_xor(id, 1);
  out[get_global_id(0)] = tile[15 - id] + other;
}
