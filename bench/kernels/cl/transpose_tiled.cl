// SPDX-License-Identifier: Apache-2.0
#define TILE 16
kernel void transpose_tiled(global const float *in, global float *out, uint width, uint height) {
  local float tile[TILE][TILE + 1];
  uint x = get_local_id(0), y = get_local_id(1);
  tile[y][x] = in[(get_group_id(1) * TILE + y) * width + get_group_id(0) * TILE + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[(get_group_id(0) * TILE + y) * height + get_group_id(1) * TILE + x] = tile[x][y];
}
