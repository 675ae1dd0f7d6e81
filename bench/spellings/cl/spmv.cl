// SPDX-License-Identifier: Apache-2.0
// y = a x, a sparse in compressed rows.

// spelling int: indices
// global: rows; local: 64
kernel void spmv(global const int *start, global const int *column, global const float *value, global const float *x,
                 global float *y, int rows) {
  int row = get_global_id(0);
  if (row >= rows) return;
  float sum = 0;
  for (int k = start[row]; k < start[row + 1]; k++) sum += value[k] * x[column[k]];
  y[row] = sum;
}

// spelling uint: the end is loaded once
// global: rows; local: 64
kernel void spmv(global const uint *start, global const uint *column, global const float *value, global const float *x,
                 global float *y) {
  uint row = get_global_id(0), end = start[row + 1];
  float sum = 0;
  for (uint k = start[row]; k < end; k++) sum += value[k] * x[column[k]];
  y[row] = sum;
}

// spelling ulong: counters
// global: rows; local: 64
kernel void spmv(global const uint *restrict start, global const uint *restrict column,
                 global const float *restrict value, global const float *restrict x, global float *restrict y,
                 ulong rows) {
  ulong row = get_global_id(0);
  if (row < rows) {
    float sum = 0;
    for (ulong k = start[row], end = start[row + 1]; k < end; k++) sum += value[k] * x[column[k]];
    y[row] = sum;
  }
}

// spelling pointers: that walk
// global: rows; local: 64
kernel void spmv(global const int *start, global const int *column, global const float *value, global const float *x,
                 global float *y) {
  int row = get_global_id(0), count = start[row + 1] - start[row];
  global const float *v = value + start[row];
  global const int *c = column + start[row];
  float sum = 0;
  for (int k = 0; k < count; k++) sum += *v++ * x[*c++];
  y[row] = sum;
}

// spelling while: pointers up to an end
// global: rows; local: 64
kernel void spmv(global const int *start, global const int *column, global const float *value, global const float *x,
                 global float *y) {
  int row = get_global_id(0);
  global const float *v = value + start[row], *end = value + start[row + 1];
  global const int *c = column + start[row];
  float sum = 0;
  while (v < end) sum += *v++ * x[*c++];
  y[row] = sum;
}

// spelling do: no row is empty
// global: rows; local: 64
kernel void spmv(global const int *start, global const int *column, global const float *value, global const float *x,
                 global float *y) {
  int row = get_global_id(0), k = start[row], end = start[row + 1];
  float sum = 0;
  do {
    sum = fma(value[k], x[column[k]], sum);
  } while (++k < end);
  y[row] = sum;
}

// spelling backwards: from the end
// global: rows; local: 64
kernel void spmv(global const int *start, global const int *column, global const float *value, global const float *x,
                 global float *y) {
  int row = get_global_id(0);
  float sum = 0;
  for (int k = start[row + 1] - 1; k >= start[row]; k--) sum += value[k] * x[column[k]];
  y[row] = sum;
}

// spelling by_two: unrolled, two sums
// global: rows; local: 64
kernel void spmv(global const int *start, global const int *column, global const float *value, global const float *x,
                 global float *y) {
  int row = get_global_id(0), k = start[row], end = start[row + 1];
  float even = 0, odd = 0;
  for (; k + 1 < end; k += 2) {
    even += value[k] * x[column[k]];
    odd += value[k + 1] * x[column[k + 1]];
  }
  if (k < end) even += value[k] * x[column[k]];
  y[row] = even + odd;
}

// spelling in_memory: the sum
// global: rows; local: 64
kernel void spmv(global const int *start, global const int *column, global const float *value, global const float *x,
                 global float *y) {
  int row = get_global_id(0);
  y[row] = 0;
  for (int k = start[row]; k < start[row + 1]; k++) y[row] += value[k] * x[column[k]];
}

// spelling grid: steps of the global size
// global: 4096; local: 64
kernel void spmv(global const int *start, global const int *column, global const float *value, global const float *x,
                 global float *y, int rows) {
  for (int row = get_global_id(0); row < rows; row += get_global_size(0)) {
    float sum = 0;
    for (int k = start[row]; k < start[row + 1]; k++) sum += value[k] * x[column[k]];
    y[row] = sum;
  }
}

// spelling two_rows: in each item
// global: rows / 2; local: 64
kernel void spmv(global const int *start, global const int *column, global const float *value, global const float *x,
                 global float *y) {
  int first = get_global_id(0) * 2;
  for (int row = first; row < first + 2; row++) {
    float sum = 0;
    for (int k = start[row]; k < start[row + 1]; k++) sum += value[k] * x[column[k]];
    y[row] = sum;
  }
}

// spelling no_local_size: size_t
// global: rows
kernel void spmv(global const int *start, global const int *column, global const float *value, global const float *x,
                 global float *y) {
  size_t row = get_global_id(0);
  float sum = 0;
  for (size_t k = start[row]; k < start[row + 1]; k++) sum += value[k] * x[column[k]];
  y[row] = sum;
}

// spelling eight_items*: for each row, which add in local memory
// global: 8, rows; local: 8, 8
kernel void spmv(global const int *start, global const int *column, global const float *value, global const float *x,
                 global float *y) {
  local float part[8][8];
  int row = get_global_id(1), s = get_local_id(0), t = get_local_id(1);
  float sum = 0;
  for (int k = start[row] + s; k < start[row + 1]; k += 8) sum += value[k] * x[column[k]];
  part[t][s] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (s < 4) part[t][s] += part[t][s + 4];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (s < 2) part[t][s] += part[t][s + 2];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (s == 0) y[row] = part[t][0] + part[t][1];
}

// spelling eight_items_1d*: the same, of one dimension
// global: rows * 8; local: 64
kernel void spmv(global const int *start, global const int *column, global const float *value, global const float *x,
                 global float *y) {
  local float part[64];
  int row = get_global_id(0) / 8, l = get_local_id(0), s = l % 8;
  float sum = 0;
  for (int k = start[row] + s; k < start[row + 1]; k += 8) sum += value[k] * x[column[k]];
  part[l] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (s == 0) {
    for (int k = 1; k < 8; k++) sum += part[l + k];
    y[row] = sum;
  }
}

// spelling sub_group*: for each row
// global: rows * 16; local: 128
// options: -cl-std=CL3.0
// needs: sub_groups
#pragma OPENCL EXTENSION cl_khr_subgroups : enable
kernel void spmv(global const int *start, global const int *column, global const float *value, global const float *x,
                 global float *y, int rows) {
  int size = get_sub_group_size(), first = get_group_id(0) * get_num_sub_groups() + get_sub_group_id();
  int step = get_num_groups(0) * get_num_sub_groups();
  for (int row = first; row < rows; row += step) {
    float sum = 0;
    for (int k = start[row] + get_sub_group_local_id(); k < start[row + 1]; k += size) sum += value[k] * x[column[k]];
    sum = sub_group_reduce_add(sum);
    if (get_sub_group_local_id() == 0) y[row] = sum;
  }
}
