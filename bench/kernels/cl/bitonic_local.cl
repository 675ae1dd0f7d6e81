// SPDX-License-Identifier: Apache-2.0
// Each work-group sorts 512 keys in local memory.
kernel void bitonic_local(global uint *keys, local uint *part) {
  uint id = get_local_id(0), size = get_local_size(0), n = 2 * size;
  keys += get_group_id(0) * n;
  part[id] = keys[id];
  part[id + size] = keys[id + size];
  for (uint k = 2; k <= n; k *= 2)
    for (uint distance = k / 2; distance > 0; distance /= 2) {
      barrier(CLK_LOCAL_MEM_FENCE);
      uint at = 2 * id - (id & (distance - 1));
      uint a = part[at], b = part[at + distance];
      if ((a > b) == ((at & k) == 0)) {
        part[at] = b;
        part[at + distance] = a;
      }
    }
  barrier(CLK_LOCAL_MEM_FENCE);
  keys[id] = part[id];
  keys[id + size] = part[id + size];
}
