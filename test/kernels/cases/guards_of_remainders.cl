// global: 300
// local: 1, 100, 300
// arg: out int 300
// arg: value int 6
// arg: value int 0
// arg: value int -7
// arg: value uint 31
// arg: value uint 6
// arg: local 4 * L
// expect: out[i] = (i % L % 6 == 2) + 2 * (i % L == 5) + 4 * (i % L % 7 == 0 && i % L > 9) + 8 * ((i % L + 3 & 31) == 4) + 16 * ((i % L & 6) == 0) + 32 * (40 - 2 * (i % L) <= -9)
kernel void test(global int *out, int by, int nothing, int below, uint low_bits, uint some_bits, local int *sums) {
  int l = get_local_id(0);
  sums[l] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l % by == 2) sums[l] += 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (nothing == 0 && (l & 0xffffffff) == 5) sums[l] += 2;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l > 9 && l % below == 0) sums[l] += 4;
  barrier(CLK_LOCAL_MEM_FENCE);
  if ((l + 3 & low_bits) == 4) sums[l] += 8;
  barrier(CLK_LOCAL_MEM_FENCE);
  if ((l & some_bits) == 0) sums[l] += 16;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (40 - 2 * l <= nothing - 9) sums[l] += 32;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = sums[l];
}
