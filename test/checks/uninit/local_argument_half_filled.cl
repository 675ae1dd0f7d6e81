// global: 32
// local: 16
// arg: in int 32 = i
// arg: out int 32
// arg: local 4 * L
// written: out
// check: line 12:25, ... uninitialised: what the kernel writes depends on memory that nobody has written
kernel void test(global const int *in, global int *out, local int *line) {
  int id = get_local_id(0);
  if (id < 8) line[id] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = line[15 - id];
}
