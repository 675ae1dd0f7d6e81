// SPDX-License-Identifier: Apache-2.0
kernel void transpose_naive(global const float *in, global float *out, uint width, uint height) {
  uint x = get_global_id(0), y = get_global_id(1);
  out[x * height + y] = in[y * width + x];
}
