// global: 64
// local: 16
// options: -cl-std=CL3.0
// arg: in int 64 = i % 5
// arg: out int 64
// expect: out[i] = in(i)
#pragma OPENCL EXTENSION cl_khr_subgroups : enable
kernel void test(global const int *in, global int *out) {
  int left = in[get_global_id(0)], rounds = 0;
  while (sub_group_any(left > 0)) {
    if (left > 0) ++rounds;
    --left;
  }
  int longest = sub_group_reduce_max(rounds);
  for (int k = 0; k < longest; ++k) sub_group_barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = rounds;
}
