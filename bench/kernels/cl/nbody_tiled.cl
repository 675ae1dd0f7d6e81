// SPDX-License-Identifier: Apache-2.0
kernel void nbody_tiled(global const float4 *body, global float4 *acceleration, int n, float softening,
                        local float4 *tile) {
  int i = get_global_id(0), id = get_local_id(0), size = get_local_size(0);
  float4 me = body[i], sum = 0;
  for (int first = 0; first < n; first += size) {
    tile[id] = body[first + id];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int j = 0; j < size; ++j) {
      float4 d = tile[j] - me;
      float r = rsqrt(d.x * d.x + d.y * d.y + d.z * d.z + softening);
      sum += tile[j].w * r * r * r * d;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  sum.w = 0;
  acceleration[i] = sum;
}
