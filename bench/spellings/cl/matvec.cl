// SPDX-License-Identifier: Apache-2.0
// y = a x, a row in each item.

// spelling int: counters
// global: rows; local: 64
kernel void matvec(global const float *a, global const float *x, global float *y, int rows, int columns) {
  int row = get_global_id(0);
  if (row >= rows) return;
  float sum = 0;
  for (int k = 0; k < columns; k++) sum += a[row * columns + k] * x[k];
  y[row] = sum;
}

// spelling uint: counters
// global: rows; local: 64
kernel void matvec(global const float *a, global const float *x, global float *y, uint columns) {
  uint row = get_global_id(0);
  float sum = 0;
  for (uint k = 0; k < columns; k++) sum += a[row * columns + k] * x[k];
  y[row] = sum;
}

// spelling size_t: counters
// global: rows; local: 64
kernel void matvec(global const float *restrict a, global const float *restrict x, global float *restrict y,
                   ulong columns) {
  size_t row = get_global_id(0);
  float sum = 0;
  for (size_t k = 0; k < columns; k++) sum += a[row * columns + k] * x[k];
  y[row] = sum;
}

// spelling short: a counter
// global: rows; local: 64
kernel void matvec(global const float *a, global const float *x, global float *y, int columns) {
  int row = get_global_id(0);
  float sum = 0;
  for (short k = 0; k < columns; k++) sum += a[row * columns + k] * x[k];
  y[row] = sum;
}

// spelling while: a loop
// global: rows; local: 64
kernel void matvec(global const float *a, global const float *x, global float *y, int columns) {
  int row = get_global_id(0), k = 0;
  float sum = 0;
  while (k < columns) {
    sum += a[row * columns + k] * x[k];
    ++k;
  }
  y[row] = sum;
}

// spelling do: a loop
// global: rows; local: 64
kernel void matvec(global const float *a, global const float *x, global float *y, int columns) {
  int row = get_global_id(0), k = 0;
  float sum = 0;
  do {
    sum += a[row * columns + k] * x[k];
  } while (++k < columns);
  y[row] = sum;
}

// spelling backwards: from the last column
// global: rows; local: 64
kernel void matvec(global const float *a, global const float *x, global float *y, int columns) {
  int row = get_global_id(0);
  float sum = 0;
  for (int k = columns - 1; k >= 0; k--) sum += a[row * columns + k] * x[k];
  y[row] = sum;
}

// spelling continue: where there is nothing to add
// global: rows; local: 64
kernel void matvec(global const float *a, global const float *x, global float *y, int columns) {
  int row = get_global_id(0);
  float sum = 0;
  for (int k = 0; k < columns; k++) {
    if (x[k] == 0) continue;
    sum += a[row * columns + k] * x[k];
  }
  y[row] = sum;
}

// spelling pointer: that walks along the row
// global: rows; local: 64
kernel void matvec(global const float *a, global const float *x, global float *y, int columns) {
  int row = get_global_id(0);
  global const float *p = a + row * columns;
  float sum = 0;
  for (int k = 0; k < columns; k++) sum += *p++ * x[k];
  y[row] = sum;
}

// spelling pointers: both walk, to the end
// global: rows; local: 64
kernel void matvec(global const float *a, global const float *x, global float *y, int columns) {
  int row = get_global_id(0);
  float sum = 0;
  for (global const float *p = a + row * columns, *end = p + columns; p != end;) sum += *p++ * *x++;
  y[row] = sum;
}

// spelling float4: loads
// global: rows; local: 64
kernel void matvec(global const float4 *a, global const float4 *x, global float *y, int columns) {
  int row = get_global_id(0);
  float sum = 0;
  for (int k = 0; k < columns / 4; k++) sum += dot(a[row * (columns / 4) + k], x[k]);
  y[row] = sum;
}

// spelling vload4: a sum of vectors
// global: rows; local: 64
kernel void matvec(global const float *a, global const float *x, global float *y, int columns) {
  int row = get_global_id(0);
  float4 sum = 0;
  for (int k = 0; k < columns / 4; k++) sum += vload4(k, a + row * columns) * vload4(k, x);
  y[row] = sum.x + sum.y + sum.z + sum.w;
}

// spelling by_two: unrolled
// global: rows; local: 64
kernel void matvec(global const float *a, global const float *x, global float *y, int columns) {
  int row = get_global_id(0);
  float sum = 0;
  for (int k = 0; k < columns; k += 2) {
    sum += a[row * columns + k] * x[k];
    sum += a[row * columns + k + 1] * x[k + 1];
  }
  y[row] = sum;
}

// spelling two_sums: two accumulators
// global: rows; local: 64
kernel void matvec(global const float *a, global const float *x, global float *y, int columns) {
  int row = get_global_id(0);
  float even = 0, odd = 0;
  for (int k = 0; k < columns; k += 2) {
    even += a[row * columns + k] * x[k];
    odd += a[row * columns + k + 1] * x[k + 1];
  }
  y[row] = even + odd;
}

// spelling pragma: unrolled by four
// global: rows; local: 64
kernel void matvec(global const float *a, global const float *x, global float *y, int columns) {
  int row = get_global_id(0);
  float sum = 0;
#pragma unroll 4
  for (int k = 0; k < columns; k++) sum = mad(a[row * columns + k], x[k], sum);
  y[row] = sum;
}

// spelling 2d: rows in dimension 1
// global: 1, rows
kernel void matvec(global const float *a, global const float *x, global float *y, int columns) {
  int row = get_global_id(1);
  float sum = 0;
  for (int k = 0; k < columns; k++) sum += a[row * columns + k] * x[k];
  y[row] = sum;
}

// spelling in_memory: the sum
// global: rows; local: 64
kernel void matvec(global const float *a, global const float *x, global float *y, int columns) {
  int row = get_global_id(0);
  y[row] = 0;
  for (int k = 0; k < columns; k++) y[row] += a[row * columns + k] * x[k];
}

// spelling constant: the vector
// global: rows; local: 64
kernel void matvec(global const float *a, constant float *x, global float *y, int columns) {
  int row = get_global_id(0);
  float sum = 0;
  for (int k = 0; k < columns; k++) sum += a[row * columns + k] * x[k];
  y[row] = sum;
}

// spelling local: parts of the vector in local memory
// global: rows; local: 64
kernel void matvec(global const float *a, global const float *x, global float *y, int columns) {
  local float part[64];
  int row = get_global_id(0), l = get_local_id(0);
  float sum = 0;
  for (int first = 0; first < columns; first += 64) {
    part[l] = x[first + l];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < 64; k++) sum += a[row * columns + first + k] * part[k];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  y[row] = sum;
}

// spelling group*: for each row, along it
// global: rows * 64; local: 64
kernel void matvec(global const float *a, global const float *x, global float *y, int columns) {
  local float part[64];
  int row = get_group_id(0), l = get_local_id(0);
  float sum = 0;
  for (int k = l; k < columns; k += 64) sum += a[row * columns + k] * x[k];
  part[l] = sum;
  for (int half_size = 32; half_size > 0; half_size /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < half_size) part[l] += part[l + half_size];
  }
  if (l == 0) y[row] = part[0];
}
