// global: 64
// local: 16
// options: -cl-std=CL3.0
// arg: in int 64 = i
// arg: out int 64
// expect: out[i] = i / 16 * 16 * 8 + 28 + (i / 16 * 16 + 3)
#pragma OPENCL EXTENSION cl_khr_subgroups : enable
kernel void test(global const int *in, global int *out) {
  int value, id = get_local_id(0), here, sum = 0;
  if (id < 8) value = in[get_global_id(0)];
  if (id == 3) here = in[get_global_id(0)];
  sum = work_group_reduce_add(id < 8 ? value : 0);
  if (work_group_any(id < 8 && value == -1)) sum = 0;
  out[get_global_id(0)] = sum + work_group_broadcast(here, 3);
}
