// global: 32
// local: 16
// arg: in int 32 = 1
// arg: out int 32
// written: out
// races: 13:30 13:33
kernel void test(global const int *in, global int *out) {
  local int sums[16];
  int id = get_local_id(0);
  sums[id] = in[get_global_id(0)];
  for (int step = 1; step < 16; step *= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (id >= step) sums[id] += sums[id - step];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = sums[id];
}
