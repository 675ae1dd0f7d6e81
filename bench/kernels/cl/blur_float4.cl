// SPDX-License-Identifier: Apache-2.0
constant float weight[5] = {0.0625f, 0.25f, 0.375f, 0.25f, 0.0625f};

kernel void blur_float4(global const float4 *in, global float4 *out, int width, int height) {
  int x = get_global_id(0), y = get_global_id(1);
  float4 sum = (float4)(0.0f);
  for (int dy = -2; dy <= 2; ++dy)
    for (int dx = -2; dx <= 2; ++dx) {
      int at = clamp(y + dy, 0, height - 1) * width + clamp(x + dx, 0, width - 1);
      sum += weight[dx + 2] * weight[dy + 2] * in[at];
    }
  sum.w = 1.0f;
  out[y * width + x] = clamp(sum, 0.0f, 1.0f);
}
