// global: 64
// local: 16
// arg: out int 64
// written: out
// check: line 11:5, ... divergent call: 
kernel void test(global int *out) {
  size_t i = get_local_id(0);
  if (i % 2)
    barrier(CLK_GLOBAL_MEM_FENCE);
  else
    barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = 1;
}
