// SPDX-License-Identifier: Apache-2.0
// The same of rows that lie backwards in memory: the index in the tile is negative, and the host does not see that it
// keeps within 32 bits.
// global: 48x32
// local: 16x16
// arg: in int 2304 = i * 7 % 31
// arg: out int 1536
// arg: value int 2240
// arg: value int -64
// expect: out[i] = in((35 - i / 48) * 64 + i % 48) + in((31 - i / 48) * 64 + i % 48 + 4) * 100
kernel void test(global const int *in, global int *out, int last, int pitch) {
  local int tile[400];
  int s = get_local_id(0), t = get_local_id(1), x = get_global_id(0), y = get_global_id(1);
  global const int *corner = in + last + get_group_id(1) * 16 * pitch + get_group_id(0) * 16;
  for (int k = t * 16 + s; k < 400; k += 256) tile[k] = corner[k / 20 * pitch + k % 20];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[y * 48 + x] = tile[t * 20 + s] + tile[(t + 4) * 20 + s + 4] * 100;
}
