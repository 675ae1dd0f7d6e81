// SPDX-License-Identifier: Apache-2.0
kernel void convolution(global const float *in, global float *out, constant float *filter, int width, int height,
                        int radius) {
  int x = get_global_id(0), y = get_global_id(1);
  float sum = 0;
  for (int dy = -radius; dy <= radius; ++dy)
    for (int dx = -radius; dx <= radius; ++dx) {
      int sx = clamp(x + dx, 0, width - 1), sy = clamp(y + dy, 0, height - 1);
      sum += in[sy * width + sx] * filter[(dy + radius) * (2 * radius + 1) + dx + radius];
    }
  out[y * width + x] = sum;
}
