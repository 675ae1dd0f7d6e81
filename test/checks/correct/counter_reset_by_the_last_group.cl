// global: 64
// local: 16
// arg: in int 64 = i
// arg: sums int 4
// arg: count int 1
// arg: out int 1
// written: sums
// expect: out[i] = 2016
kernel void test(global const int *in, volatile global int *sums, volatile global int *count, global int *out) {
  local int tile[16], last;
  int id = get_local_id(0);
  tile[id] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (id == 0) {
    int sum = 0;
    for (int k = 0; k < 16; ++k) sum += tile[k];
    sums[get_group_id(0)] = sum;
    mem_fence(CLK_GLOBAL_MEM_FENCE);
    last = atomic_inc(count) == (int)get_num_groups(0) - 1;
    mem_fence(CLK_GLOBAL_MEM_FENCE);
  }
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  if (last && id == 5) {
    out[0] = sums[0] + sums[1] + sums[2] + sums[3];
    *count = 0;
  }
}
