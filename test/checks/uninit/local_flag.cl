// global: 32
// local: 16
// arg: in int 32 = i
// arg: out int 32
// written: out
// check: line 11:7, ... uninitialised: a branch depends on memory that nobody has written
kernel void test(global const int *in, global int *out) {
  local int found;
  if (in[get_global_id(0)] == 100) found = 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (found) out[get_global_id(0)] = 1;
}
