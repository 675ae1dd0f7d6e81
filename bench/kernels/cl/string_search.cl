// SPDX-License-Identifier: Apache-2.0
kernel void string_search(global const char *text, uint length, constant char *pattern, uint pattern_length,
                          global uint *found, global uint *count, uint most) {
  uint at = get_global_id(0);
  if (at + pattern_length > length) return;
  for (uint i = 0; i < pattern_length; ++i)
    if (text[at + i] != pattern[i]) return;
  uint slot = atomic_inc(count);
  if (slot < most) found[slot] = at;
}
