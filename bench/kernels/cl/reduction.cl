// SPDX-License-Identifier: Apache-2.0
kernel void reduction(global const float *in, global float *sums, local float *part, uint n) {
  uint id = get_local_id(0), size = get_local_size(0);
  uint i = get_group_id(0) * size * 2 + id;
  part[id] = (i < n ? in[i] : 0) + (i + size < n ? in[i + size] : 0);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint half_size = size / 2; half_size > 0; half_size >>= 1) {
    if (id < half_size) part[id] += part[id + half_size];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (id == 0) sums[get_group_id(0)] = part[0];
}
