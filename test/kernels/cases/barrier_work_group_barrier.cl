// global: 64
// local: 1, 16
// options: -cl-std=CL3.0
// arg: out int 64
// arg: local 4 * L
// expect: out[i] = i / L * L + (i + 3) % L
kernel void test(global int *out, local int *shared) {
  shared[get_local_id(0)] = get_global_id(0);
  work_group_barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = shared[(get_local_id(0) + 3) % get_local_size(0)];
}
