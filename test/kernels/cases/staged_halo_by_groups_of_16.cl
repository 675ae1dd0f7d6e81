// SPDX-License-Identifier: Apache-2.0
// The same by work-groups' ids, for groups of 16 by 16.
// global: 48x32
// local: 16x16
// arg: in int 2304 = i * 7 % 31
// arg: out int 1536
// arg: value int 64
// expect: out[i] = in(i / 48 * 64 + i % 48) + in((i / 48 + 4) * 64 + i % 48 + 4) * 100
kernel void test(global const int *in, global int *out, int pitch) {
  local int tile[20][20];
  int s = get_local_id(0), t = get_local_id(1), x = get_global_id(0), y = get_global_id(1);
  int left = get_group_id(0) * 16, top = get_group_id(1) * 16;
  for (int j = t; j < 20; j += 16)
    for (int i = s; i < 20; i += 16) tile[j][i] = in[(top + j) * pitch + left + i];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[y * 48 + x] = tile[t][s] + tile[t + 4][s + 4] * 100;
}
