// SPDX-License-Identifier: Apache-2.0
kernel void floyd_warshall(global float *distance, int n, int k) {
  int x = get_global_id(0), y = get_global_id(1);
  float through = distance[y * n + k] + distance[k * n + x];
  if (through < distance[y * n + x]) distance[y * n + x] = through;
}
