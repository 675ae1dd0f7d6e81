// global: 64
// local: 32
// arg: in int 64 = i
// arg: out int 2
// written: out
// races: 13:29 13:32
kernel void test(global const int *in, global int *out) {
  local int sums[32];
  int id = get_local_id(0);
  sums[id] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int part = 16; part > 0; part /= 2)
    if (id < part) sums[id] += sums[id + part];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (id == 0) out[get_group_id(0)] = sums[0];
}
