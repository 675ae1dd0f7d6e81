// global: 64
// local: 16
// arg: in int 64 = i
// arg: out int 64
// written: out
// check: line 12:3, ... uninitialised: what the kernel writes depends on memory that nobody has written
kernel void test(global const int *in, global int *out) {
  local float tile[16];
  int id = get_local_id(0);
  if (id % 2) tile[id] = in[id];
  barrier(CLK_LOCAL_MEM_FENCE);
  vstore_half(tile[id], get_global_id(0), (global half *)out);
}
