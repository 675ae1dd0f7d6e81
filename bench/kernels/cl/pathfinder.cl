// SPDX-License-Identifier: Apache-2.0
// Cheapest paths through a grid, row by row: `rows` rows for each launch, with a halo that becomes useless by one
// column on each side in each row.
kernel void pathfinder(global const int *wall, global const int *in, global int *out, int columns, int first,
                       int rows, local int *previous, local int *result) {
  int id = get_local_id(0), size = get_local_size(0), inner = size - 2 * rows;
  int x = (int)get_group_id(0) * inner - rows + id;
  bool valid = x >= 0 && x < columns;
  previous[id] = valid ? in[x] : INT_MAX;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int row = 0; row < rows; ++row) {
    bool active = valid && id > row && id < size - 1 - row;
    if (active) {
      int least = min(previous[id], min(previous[id - 1], previous[id + 1]));
      result[id] = least + wall[(first + row) * columns + x];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (active) previous[id] = result[id];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (valid && id >= rows && id < size - rows) out[x] = previous[id];
}
