// global: 128
// local: 64
// options:
// options: -cl-std=CL1.2
// arg: in int 128 = i * 13 % 101
// arg: out int 2
// expect: out[i] = in(i * 64) + in(i * 64 + 16) + in(i * 64 + 32) + in(i * 64 + 48) + in(i * 64 + 8) + in(i * 64 + 24) + in(i * 64 + 40) + in(i * 64 + 56)
// A tree of sums in volatile local memory, whose work-items take turns by barriers.
kernel void test(global const int *in, global int *out) {
  local volatile int sums[64];
  int l = get_local_id(0);
  sums[l] = in[get_global_id(0)];
  for (int step = 32; step > 4; step /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    int sum = sums[l];
    if (l < step) sum += sums[l + step];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < step) sums[l] = sum;
  }
  if (l == 0) out[get_group_id(0)] = sums[0];
}
