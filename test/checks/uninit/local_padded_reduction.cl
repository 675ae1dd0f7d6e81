// global: 24
// local: 12
// arg: in int 24 = i
// arg: out int 2
// written: out
// check: line 15:37, ... uninitialised: what the kernel writes depends on memory that nobody has written
kernel void test(global const int *in, global int *out) {
  local int sums[16];
  int id = get_local_id(0);
  sums[id] = in[get_global_id(0)];
  for (int part = 8; part > 0; part /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (id < part) sums[id] += sums[id + part];
  }
  if (id == 0) out[get_group_id(0)] = sums[0];
}
