// global: 64
// local: 64, 16
// arg: in uchar 4096 = i % 61
// arg: in uchar 4096 = i % 59
// arg: value uint 512
// arg: value uint 4
// arg: out uint 64
// expect: out[i] = 8
// Pointers of several memories that a loop counts, none of which tells where another will be.
kernel void test(global const uchar *a, global const uchar *b, uint step, uint rounds, global uint *out) {
  local uint bins[64];
  uint me = get_local_id(0);
  bins[me] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  global const uchar *one = a + me, *other = b + me;
  for (uint k = 0; k < rounds; ++k, one += step, other += 2 * step) {
    atomic_add(&bins[me], one[0] == a[k * step + me]);
    atomic_add(&bins[me], other[0] == b[2 * k * step + me]);
  }
  out[get_global_id(0)] = bins[me];
}
