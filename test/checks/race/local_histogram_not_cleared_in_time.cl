// global: 64
// local: 32
// arg: in int 64 = i % 4
// arg: out int 8
// written: out
// races: 10:24 11:3
kernel void test(global const int *in, global int *out) {
  local int bins[4];
  int id = get_local_id(0);
  if (id < 4) bins[id] = 0;
  atomic_inc(&bins[in[get_global_id(0)]]);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (id < 4) out[get_group_id(0) * 4 + id] = bins[id];
}
