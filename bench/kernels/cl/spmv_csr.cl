// SPDX-License-Identifier: Apache-2.0
kernel void spmv_csr(global const uint *row_start, global const uint *column, global const float *value,
                     global const float *x, global float *y, uint rows) {
  uint row = get_global_id(0);
  if (row >= rows) return;
  float sum = 0;
  for (uint k = row_start[row]; k < row_start[row + 1]; ++k) sum += value[k] * x[column[k]];
  y[row] = sum;
}
