// SPDX-License-Identifier: Apache-2.0
// A tile filled by one number, whose index in its tile has 32 bits.
// global: 48x32
// local: 16x16
// arg: in int 2304 = i * 7 % 31
// arg: out int 1536
// arg: value int 64
// expect: out[i] = in(i / 48 * 64 + i % 48) + in((i / 48 + 4) * 64 + i % 48 + 4) * 100
kernel void test(global const int *in, global int *out, int pitch) {
  local int tile[400];
  int s = get_local_id(0), t = get_local_id(1), x = get_global_id(0), y = get_global_id(1);
  global const int *corner = in + get_group_id(1) * 16 * pitch + get_group_id(0) * 16;
  for (int k = t * 16 + s; k < 400; k += 256) tile[k] = corner[k / 20 * pitch + k % 20];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[y * 48 + x] = tile[t * 20 + s] + tile[(t + 4) * 20 + s + 4] * 100;
}
