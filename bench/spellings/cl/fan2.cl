// SPDX-License-Identifier: Apache-2.0
// A step of Gaussian elimination: of each row below t, a multiple of row t is taken, from column t on.

// spelling rows_first: rows in dimension 0, as Rodinia has them
// global: n, n; local: 16, 16
kernel void fan2(global const float *m, global float *a, int n, int t) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x < n - 1 - t && y < n - t) a[n * (x + 1 + t) + y + t] -= m[n * (x + 1 + t) + t] * a[n * t + y + t];
}

// spelling columns_first: columns in dimension 0
// global: n, n; local: 16, 16
kernel void fan2(global const float *m, global float *a, int n, int t) {
  int x = get_global_id(0), y = get_global_id(1);
  if (y < n - 1 - t && x < n - t) a[n * (y + 1 + t) + x + t] -= m[n * (y + 1 + t) + t] * a[n * t + x + t];
}

// spelling early_return: one by one
// global: n, n; local: 32, 8
kernel void fan2(global const float *m, global float *a, int n, int t) {
  int x = get_global_id(0), y = get_global_id(1);
  if (y >= n - 1 - t) return;
  if (x >= n - t) return;
  int row = y + 1 + t, column = x + t;
  a[row * n + column] -= m[row * n + t] * a[t * n + column];
}

// spelling nested: conditions
// global: n, n; local: 16, 16
kernel void fan2(global const float *m, global float *a, int n, int t) {
  int column = get_global_id(0), row = get_global_id(1);
  if (row > t) {
    if (column >= t) {
      a[row * n + column] -= m[row * n + t] * a[t * n + column];
    }
  }
}

// spelling absolute: ids are rows and columns
// global: n, n; local: 16, 16
kernel void fan2(global const float *m, global float *a, int n, int t) {
  int column = get_global_id(0), row = get_global_id(1);
  if (row <= t || column < t) return;
  float factor = m[row * n + t];
  a[row * n + column] = a[row * n + column] - factor * a[t * n + column];
}

// spelling absolute_rows_first: ids are rows and columns, rows in dimension 0
// global: n, n; local: 16, 16
kernel void fan2(global const float *m, global float *a, int n, int t) {
  int row = get_global_id(0), column = get_global_id(1);
  if (row > t && column >= t && row < n && column < n) a[row * n + column] -= m[row * n + t] * a[t * n + column];
}

// spelling row_item*: a row in each item
// global: n; local: 16
kernel void fan2(global const float *m, global float *a, int n, int t) {
  int row = get_global_id(0);
  if (row <= t) return;
  for (int column = t; column < n; column++) a[row * n + column] -= m[row * n + t] * a[t * n + column];
}

// spelling column_item: a column in each item
// global: n; local: 16
kernel void fan2(global const float *m, global float *a, int n, int t) {
  int column = get_global_id(0);
  if (column < t) return;
  float top = a[t * n + column];
  for (int row = t + 1; row < n; row++) a[row * n + column] -= m[row * n + t] * top;
}

// spelling flat: one index, divided
// global: n * n; local: 64
kernel void fan2(global const float *m, global float *a, int n, int t) {
  int g = get_global_id(0), row = g / n, column = g % n;
  if (row > t && column >= t) a[g] -= m[row * n + t] * a[t * n + column];
}

// spelling flat_part: one index of the part that changes
// global: n * n; local: 64
kernel void fan2(global const float *m, global float *a, uint n, uint t) {
  uint g = get_global_id(0), width = n - t;
  if (g >= width * (n - 1 - t)) return;
  uint row = t + 1 + g / width, column = t + g % width;
  a[row * n + column] -= m[row * n + t] * a[t * n + column];
}

// spelling ranges: of 8 rows in each item, bounded by min
// global: n, n / 8; local: 64, 1
kernel void fan2(global const float *m, global float *a, int n, int t) {
  int column = get_global_id(0) + t, first = t + 1 + get_global_id(1) * 8;
  if (column >= n) return;
  for (int row = first; row < min(first + 8, n); row++) a[row * n + column] -= m[row * n + t] * a[t * n + column];
}

// spelling grid: steps of the global size in both dimensions
// global: 64, 32; local: 16, 16
kernel void fan2(global const float *m, global float *a, int n, int t) {
  for (int row = t + 1 + get_global_id(1); row < n; row += get_global_size(1))
    for (int column = t + get_global_id(0); column < n; column += get_global_size(0))
      a[row * n + column] -= m[row * n + t] * a[t * n + column];
}

// spelling size_t: no local size
// global: n, n
kernel void fan2(global const float *m, global float *a, ulong n, ulong t) {
  size_t column = get_global_id(0), row = get_global_id(1);
  if (row > t && column >= t) a[row * n + column] -= m[row * n + t] * a[t * n + column];
}

// spelling pointers: to rows
// global: n, n; local: 16, 16
kernel void fan2(global const float *m, global float *a, int n, int t) {
  int column = get_global_id(0), row = get_global_id(1);
  global const float *top = a + t * n;
  global float *mine = a + row * n;
  if (row > t && column >= t) mine[column] -= m[row * n + t] * top[column];
}

// spelling local_factors: the rows' factors in local memory
// global: n, n; local: 16, 16
kernel void fan2(global const float *m, global float *a, int n, int t) {
  local float factors[16];
  int column = get_global_id(0), row = get_global_id(1), y = get_local_id(1);
  if (get_local_id(0) == 0) factors[y] = m[row * n + t];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (row > t && column >= t) a[row * n + column] -= factors[y] * a[t * n + column];
}
