// SPDX-License-Identifier: Apache-2.0
kernel void bilinear(global const float4 *in, global float4 *out, int width, int height, float scale_x,
                     float scale_y) {
  int x = get_global_id(0), y = get_global_id(1);
  float sx = (x + 0.5f) * scale_x - 0.5f, sy = (y + 0.5f) * scale_y - 0.5f;
  int x0 = clamp((int)floor(sx), 0, width - 1), x1 = min(x0 + 1, width - 1);
  int y0 = clamp((int)floor(sy), 0, height - 1), y1 = min(y0 + 1, height - 1);
  float fx = clamp(sx - x0, 0.0f, 1.0f), fy = clamp(sy - y0, 0.0f, 1.0f);
  float4 top = mix(in[y0 * width + x0], in[y0 * width + x1], fx);
  float4 bottom = mix(in[y1 * width + x0], in[y1 * width + x1], fx);
  out[y * get_global_size(0) + x] = mix(top, bottom, fy);
}
