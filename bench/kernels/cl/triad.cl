// SPDX-License-Identifier: Apache-2.0
kernel void triad(global float *a, global const float *b, global const float *c, float scale) {
  size_t i = get_global_id(0);
  a[i] = b[i] + scale * c[i];
}
