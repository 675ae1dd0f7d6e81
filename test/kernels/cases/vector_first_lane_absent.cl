// global: 48
// local: 16, 24, 48
// arg: value uint 21
// arg: out uint 48
// arg: before uint 64
// arg: sum uint 64
// arg: below uint 64
// expect: out[i] = 1
// expect: before[i] = i < 27 ? i + 21 : 0
// expect: sum[i] = i >= 12 && i < 56 ? (i % 16 == 12 ? i : 0) : 0
// expect: below[i] = i < 32 ? i + 9 : 0
// The first lane of a row is not one of those that store: its index is below 0, and no "or" is a sum for it.
kernel void test(uint from, global uint *out, global uint *before, global uint *sum, global uint *below) {
  uint i = get_global_id(0);
  out[i] = 1;
  if (i >= from) before[i - from] = i;
  if (i % 16 == 4) sum[i + 8] = i + 8;
  if (i >= 9 && i < 41) below[i - 9] = i;
}
