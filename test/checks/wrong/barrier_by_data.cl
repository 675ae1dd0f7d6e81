// global: 64
// local: 16
// arg: in int 64 = i % 5
// arg: out int 64
// written: out
// check: line 9:14, ... divergent call: 
kernel void test(global const int *in, global int *out) {
  size_t i = get_global_id(0);
  if (in[i]) barrier(CLK_GLOBAL_MEM_FENCE);
  out[i] = 1;
}
