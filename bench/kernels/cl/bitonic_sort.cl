// SPDX-License-Identifier: Apache-2.0
kernel void bitonic_sort(global uint *keys, uint stage, uint pass) {
  uint i = get_global_id(0), distance = 1u << (stage - pass);
  uint left = (i & (distance - 1)) + (i >> (stage - pass)) * 2 * distance, right = left + distance;
  uint a = keys[left], b = keys[right];
  bool up = ((i >> stage) & 1) == 0;
  if ((a > b) == up) {
    keys[left] = b;
    keys[right] = a;
  }
}
