// global: 64
// local: 64, null
// arg: below int 64
// arg: above int 64
// arg: value ulong 9223372036854775366
// arg: value ulong 9223372036854775813
// expect: below[i] = 1
// expect: above[i] = 0
// The last work-item's number is 2^63 - 1, the bound is greater.
kernel void test(global int *below, global int *above, ulong from, ulong bound) {
  size_t x = get_global_id(0);
  below[x] = above[x] = 0;
  barrier(CLK_GLOBAL_MEM_FENCE);
  if (x * 7 + from < bound) below[x] = 1;
  barrier(CLK_GLOBAL_MEM_FENCE);
  if (x * 7 + from >= bound) above[x] = 1;
}
