// SPDX-License-Identifier: Apache-2.0
kernel void stencil_2d(global const float *in, global float *out, int width, int height, float c0, float c1) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x == 0 || y == 0 || x == width - 1 || y == height - 1) return;
  int i = y * width + x;
  out[i] = c0 * in[i] + c1 * (in[i - 1] + in[i + 1] + in[i - width] + in[i + width]);
}
