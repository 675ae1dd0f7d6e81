// SPDX-License-Identifier: Apache-2.0
uint next(uint *state) {
  uint x = *state;
  x ^= x << 13;
  x ^= x >> 17;
  x ^= x << 5;
  return *state = x;
}

kernel void monte_carlo(global uint *hits, uint samples, uint seed) {
  uint state = (get_global_id(0) + seed) * 2654435761u | 1, inside = 0;
  for (uint i = 0; i < samples; ++i) {
    float x = next(&state) * 0x1p-32f, y = next(&state) * 0x1p-32f;
    if (x * x + y * y < 1.0f) ++inside;
  }
  hits[get_global_id(0)] = inside;
}
