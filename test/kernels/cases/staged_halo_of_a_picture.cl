// SPDX-License-Identifier: Apache-2.0
// A tile whose halo the work-items at its sides fill where the picture goes on; nothing is loaded that is not filled.
// global: 48x32
// local: 16x16
// arg: in int 1536 = i * 7 % 31
// arg: out int 1536
// arg: value int 48
// arg: value int 32
// expect: out[i] = i % 48 > 0 && i % 48 < 47 && i / 48 > 0 && i / 48 < 31 ? in(i) + in(i - 1) * 2 + in(i + 1) * 3 + in(i - 48) * 5 + in(i + 48) * 7 : 0
kernel void test(global const int *in, global int *out, int w, int h) {
  local int tile[18][18];
  int x = get_global_id(0), y = get_global_id(1), s = get_local_id(0) + 1, t = get_local_id(1) + 1, i = y * w + x;
  tile[t][s] = in[i];
  if (s == 1 && x > 0) tile[t][0] = in[i - 1];
  if (s == 16 && x < w - 1) tile[t][17] = in[i + 1];
  if (t == 1 && y > 0) tile[0][s] = in[i - w];
  if (t == 16 && y < h - 1) tile[17][s] = in[i + w];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (x > 0 && y > 0 && x < w - 1 && y < h - 1)
    out[i] = tile[t][s] + tile[t][s - 1] * 2 + tile[t][s + 1] * 3 + tile[t - 1][s] * 5 + tile[t + 1][s] * 7;
}
