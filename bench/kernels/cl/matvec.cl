// SPDX-License-Identifier: Apache-2.0
// A row for each work-item.
kernel void matvec(global const float *matrix, global const float *x, global float *y, int columns) {
  int row = get_global_id(0);
  float sum = 0;
  for (int k = 0; k < columns; ++k) sum += matrix[row * columns + k] * x[k];
  y[row] = sum;
}
