// SPDX-License-Identifier: Apache-2.0
// Guards that follow each other without a barrier between them: of a tree's last step and of the first work-item, of
// the first work-items, and of all but the last one.
// global: 192
// local: 1, 3, 16, 64, 96
// arg: in int 192 = i * 7 % 101
// arg: sums int 192
// arg: first int 192
// arg: others int 192
// arg: local 4 * L
// expect: sums[i] = i < G / L ? sum(j, i * L, i * L + L - 1, in(j)) : 0
// expect: first[i] = i % L < 5 ? 3 : 0
// expect: others[i] = i % L < L - 1 ? i : 0
kernel void test(global const int *in, global int *sums, global int *first, global int *others, local int *part) {
  int l = get_local_id(0), size = get_local_size(0), g = get_global_id(0);
  part[l] = in[g];
  for (int o = (size + 1) / 2, left = size; left > 1; left = o, o = (o + 1) / 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l + o < left) part[l] += part[l + o];
  }
  if (l == 0) sums[get_group_id(0)] = part[0];
  if (l < 5) first[g] = 3;
  if (l < size - 1) others[g] = g;
}
