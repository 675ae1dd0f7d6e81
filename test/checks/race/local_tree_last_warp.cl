// global: 128
// local: 64
// arg: in int 128 = i
// arg: out int 2
// written: out
// races: 13:14 14:17 | 14:14 14:17 | 15:14 14:17 | 13:14 15:17 | 14:14 15:17 | 15:14 15:17
kernel void test(global const int *in, global int *out) {
  local volatile int sums[64];
  int id = get_local_id(0);
  sums[id] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (id < 32) {
    sums[id] += sums[id + 32];
    sums[id] += sums[id + 16];
    sums[id] += sums[id + 8];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (id == 0) out[get_group_id(0)] = sums[0];
}
