// global: 32
// local: 8, 32
// arg: out int 32
// arg: local 4 * L
// expect: out[i] = i / L * L + (i + 1) % L + 1000
kernel void rotate_in_group(global int *out, local int *shared) {
  shared[get_local_id(0)] = get_global_id(0);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = shared[(get_local_id(0) + 1) % get_local_size(0)];
}
kernel void test(global int *out, local int *shared) {
  rotate_in_group(out, shared);
  barrier(CLK_GLOBAL_MEM_FENCE);
  out[get_global_id(0)] += 1000;
}
