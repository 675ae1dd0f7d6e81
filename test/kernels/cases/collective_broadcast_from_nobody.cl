// global: 60
// local: 1, 7, 60
// options: -cl-std=CL3.0
// arg: out long 60
// expect: out[i] = 21
// Undefined by OpenCL: some work-item's value.
kernel void test(global long *out) {
  ulong far = get_local_size(0) + get_num_groups(0) * 1000000000000UL;
  out[get_global_id(0)] = work_group_broadcast(7, get_local_size(0)) + work_group_broadcast(7L, far) +
                          work_group_broadcast(7.0, -1UL, 1, far);
}
