// SPDX-License-Identifier: Apache-2.0
// What both sides of a divergent branch compute alike stays one value of the work-group: redundancy elimination does
// not make a phi of it, which would be a value of each work-item.
// RUN: wherryc %s -o %t --explain 2>&1 | FileCheck %s
// CHECK: work-item context 0 bytes
// CHECK-NOT: gathers, 1 scatters
kernel void sum(global const int *in, global int *sums) {
  local int parts[2][256];
  int l = get_local_id(0), from = 0;
  parts[0][l] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int o = 128; o > 0; o >>= 1) {
    if (l < o) parts[1 - from][l] = parts[from][l] + parts[from][l + o];
    from = 1 - from;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (l == 0) sums[get_group_id(0)] = parts[from][0];
}
