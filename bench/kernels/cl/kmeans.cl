// SPDX-License-Identifier: Apache-2.0
// The nearest centre of each point; features lie feature by feature.
kernel void kmeans(global const float *feature, global const float *centre, global int *nearest, int points,
                   int centres, int features) {
  int point = get_global_id(0);
  if (point >= points) return;
  int index = 0;
  float best = FLT_MAX;
  for (int c = 0; c < centres; ++c) {
    float distance = 0;
    for (int f = 0; f < features; ++f) {
      float d = feature[f * points + point] - centre[c * features + f];
      distance += d * d;
    }
    if (distance < best) best = distance, index = c;
  }
  nearest[point] = index;
}
