// global: 16
// local: 4
// arg: in int 16 = i
// arg: out int 16
// written: out
// check: line 12:10, ... uninitialised: what the kernel writes depends on memory that nobody has written
kernel void test(global const int *in, global int *out) {
  int values[4];
  int i = get_global_id(0);
  values[in[i] & 1] = in[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = values[2 + (in[i] & 1)];
}
