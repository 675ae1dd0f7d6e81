// global: 64
// local: 16
// arg: in int 64 = i
// arg: out int 64
// written: out
// check: line 11:25, ... uninitialised: what the kernel writes depends on memory that nobody has written
kernel void test(global const int *in, global int *out) {
  local int sum;
  if (get_group_id(0) == 0 && get_local_id(0) == 0) sum = 5;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = sum + in[get_global_id(0)];
}
