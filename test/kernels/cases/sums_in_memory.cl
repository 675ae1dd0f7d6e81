// global: 48
// local: 1, 16, 48
// arg: in int 48 = i * i - 5
// arg: out int 48 = i
// expect: out[i] = i + sum(j, 0, L - 1, in(i / L * L + j)) * 2
// arg: same int 49 = 1
// expect: same[i] = 1
// arg: none int 48 = 7
// expect: none[i] = 7
// arg: value int 0
// Sums in global memory over values in local memory; a loop that is not entered stores nothing; a buffer that is read and
// written at once.
kernel void test(global const int *in, global int *out, global int *same, global int *none, int zero) {
  local int tile[48];
  size_t i = get_global_id(0), l = get_local_id(0), n = get_local_size(0);
  for (int twice = 0; twice < 2; ++twice) {
    tile[l] = in[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (size_t k = 0; k < n; ++k) out[i] += tile[k];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  for (int k = 0; k < zero; ++k) none[i] += tile[k];
  // The sum is read again while it grows: 1, 2, 4, ... of the same place, then reset.
  for (int k = 0; k < 3; ++k) same[i] += same[i - zero];
  same[i] /= 8;
}
