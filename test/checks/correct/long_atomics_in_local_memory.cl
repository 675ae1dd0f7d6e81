// global: 32
// local: 16
// arg: in int 32 = i
// arg: out long 2
// expect: out[i] = i ? 376 : 120
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
kernel void test(global const int *in, global long *out) {
  local long sum;
  if (get_local_id(0) == 0) sum = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  atom_add(&sum, (long)in[get_global_id(0)]);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) == 15) out[get_group_id(0)] = sum;
}
