// SPDX-License-Identifier: Apache-2.0
// Spheres on a grid above a floor, by the distance to the nearest surface.
float scene(float3 p) {
  float3 cell = p - 4.0f * floor(p / 4.0f) - 2.0f;
  return fmin(length(cell) - 1.2f, p.y + 2.5f);
}

kernel void ray_march(global float *out, int width, int height, float time) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x >= width || y >= height) return;
  float3 direction = normalize((float3)((2.0f * x - width) / height, (2.0f * y - height) / height, 1.5f));
  float3 eye = (float3)(0.3f, 0.4f, time);
  float depth = 0;
  int step = 0;
  for (; step < 96; ++step) {
    float distance = scene(eye + depth * direction);
    if (distance < 1e-3f || depth > 60.0f) break;
    depth += 0.8f * distance;
  }
  out[y * width + x] = fmin(depth, 60.0f);
}
