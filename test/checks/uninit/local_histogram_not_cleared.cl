// global: 64
// local: 32
// arg: in int 64 = i % 4
// arg: out int 8
// written: out
// check: line 13:45, ... uninitialised: what the kernel writes depends on memory that nobody has written
kernel void test(global const int *in, global int *out) {
  local int bins[4];
  int id = get_local_id(0);
  int bin = in[get_global_id(0)];
  if (id == bin) bins[bin] += 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (id < 4) out[get_group_id(0) * 4 + id] = bins[id];
}
