// SPDX-License-Identifier: Apache-2.0
// The first element that is not less than the key.
kernel void binary_search(global const uint *sorted, uint n, global const uint *keys, global uint *at) {
  uint i = get_global_id(0), key = keys[i], low = 0, high = n;
  while (low < high) {
    uint middle = low + (high - low) / 2;
    if (sorted[middle] < key)
      low = middle + 1;
    else
      high = middle;
  }
  at[i] = low;
}
