// global: 16
// local: 1, 16
// arg: out int 16
// expect: out[i] = i
kernel void test(global int *out) {
  barrier(CLK_LOCAL_MEM_FENCE);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = get_global_id(0);
  barrier(CLK_LOCAL_MEM_FENCE);
}
