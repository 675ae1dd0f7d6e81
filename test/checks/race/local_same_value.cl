// global: 32
// local: 16
// arg: in int 32 = i
// arg: out int 32
// written: out
// check: line 11:37, ... race of the same value: ... in line 11:37
kernel void test(global const int *in, global int *out) {
  local int any;
  if (get_local_id(0) == 0) any = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (in[get_global_id(0)] > 2) any = 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = any;
}
