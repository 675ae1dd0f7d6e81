// SPDX-License-Identifier: Apache-2.0
// A tile with a halo, filled by loops of steps of 16 from local ids that are ints: in wider groups some work-items fill
// nothing, or once more than others. Pointers of the rows go on with the loops in SPIR-V.
// global: 48x32
// local: 16x16, 24x16, 48x16
// arg: in int 2304 = i * 7 % 31
// arg: out int 1536
// arg: value int 64
// expect: out[i] = in(i / 48 * 64 + i % 48) + in((i / 48 + 4) * 64 + i % 48 + 4) * 100
kernel void test(global const int *in, global int *out, int pitch) {
  local int tile[20][52];
  int s = get_local_id(0), t = get_local_id(1), x = get_global_id(0), y = get_global_id(1);
  int left = x - s, top = y - t;
  for (int j = t; j < 20; j += 16)
    for (int i = s; i < 52; i += 16) tile[j][i] = in[(top + j) * pitch + (left + i) % 64];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[y * 48 + x] = tile[t][s] + tile[t + 4][s + 4] * 100;
}
