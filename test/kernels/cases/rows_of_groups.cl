// SPDX-License-Identifier: Apache-2.0
// A row of pairs for each work-group, by steps of a known number and of the local size, to a bound that few lanes meet.
// global: 96
// local: 4, 16, 32, 96
// arg: in int 2400 = i * 7 % 101
// arg: known int 96
// arg: size int 96
// arg: local 4 * L
// arg: value int 12
// expect: known[i] = i < G / L ? sum(k, 0, 11, in(24 * i + 2 * k) + in(24 * i + 2 * k + 1) * 3) : 0
// expect: size[i] = i < G / L ? sum(k, 0, 11, in(24 * i + 2 * k)) : 0
kernel void test(global const int2 *in, global int *known, global int *size, local int *part, int n) {
  int row = get_group_id(0), l = get_local_id(0), items = get_local_size(0), sum = 0;
  for (int k = l; k < n && l < 4; k += 4) sum += in[row * n + k].x + in[row * n + k].y * 3;
  part[l] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 0) {
    int all = 0;
    for (int k = 0; k < items; k++) all += part[k];
    known[row] = all;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  sum = 0;
  for (int k = l; k < n; k += items) sum += in[row * n + k].x;
  part[l] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 0) {
    int all = 0;
    for (int k = 0; k < items; k++) all += part[k];
    size[row] = all;
  }
}
