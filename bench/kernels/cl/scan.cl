// SPDX-License-Identifier: Apache-2.0
// Exclusive, work-efficient (Blelloch), two elements for each work-item; then the sums of the blocks, then added.
void scan_block(local uint *data, uint id, uint n) {
  uint offset = 1;
  for (uint d = n >> 1; d > 0; d >>= 1) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (id < d) data[offset * (2 * id + 2) - 1] += data[offset * (2 * id + 1) - 1];
    offset *= 2;
  }
  if (id == 0) data[n] = data[n - 1], data[n - 1] = 0;
  for (uint d = 1; d < n; d *= 2) {
    offset >>= 1;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (id < d) {
      uint left = offset * (2 * id + 1) - 1, right = offset * (2 * id + 2) - 1, old = data[left];
      data[left] = data[right];
      data[right] += old;
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
}

kernel void scan_blocks(global const uint *in, global uint *out, global uint *sums, local uint *data) {
  uint id = get_local_id(0), n = 2 * get_local_size(0), first = get_group_id(0) * n;
  data[2 * id] = in[first + 2 * id];
  data[2 * id + 1] = in[first + 2 * id + 1];
  scan_block(data, id, n);
  out[first + 2 * id] = data[2 * id];
  out[first + 2 * id + 1] = data[2 * id + 1];
  if (id == 0) sums[get_group_id(0)] = data[n];
}

kernel void add_sums(global uint *out, global const uint *sums) {
  out[get_global_id(0)] += sums[get_group_id(0)];
}
