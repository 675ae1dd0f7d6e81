// SPDX-License-Identifier: Apache-2.0
// c = a b, of n by n.

// spelling columns_first: columns in dimension 0
// global: n, n; local: 16, 16
kernel void matmul(global const float *a, global const float *b, global float *c, int n) {
  int column = get_global_id(0), row = get_global_id(1);
  float sum = 0;
  for (int k = 0; k < n; k++) sum += a[row * n + k] * b[k * n + column];
  c[row * n + column] = sum;
}

// spelling rows_first: rows in dimension 0
// global: n, n; local: 16, 16
kernel void matmul(global const float *a, global const float *b, global float *c, int n) {
  int row = get_global_id(0), column = get_global_id(1);
  float sum = 0;
  for (int k = 0; k < n; k++) sum += a[row * n + k] * b[k * n + column];
  c[row * n + column] = sum;
}

// spelling rows_third: rows in dimension 2
// global: n, 1, n; local: 64, 1, 4
kernel void matmul(global const float *a, global const float *b, global float *c, int n) {
  int row = get_global_id(2), column = get_global_id(0);
  float sum = 0;
  for (int k = 0; k < n; k++) sum += a[row * n + k] * b[k * n + column];
  c[row * n + column] = sum;
}

// spelling flat: one index, divided
// global: n * n; local: 64
kernel void matmul(global const float *a, global const float *b, global float *c, int n) {
  int g = get_global_id(0), row = g / n, column = g % n;
  float sum = 0;
  for (int k = 0; k < n; k++) sum += a[row * n + k] * b[k * n + column];
  c[g] = sum;
}

// spelling flat_shifts: one index, shifted
// global: n * n; local: 64
kernel void matmul(global const float *a, global const float *b, global float *c, int n, int log_n) {
  int g = get_global_id(0), row = g >> log_n, column = g & (n - 1);
  float sum = 0;
  for (int k = 0; k < n; k++) sum += a[(row << log_n) + k] * b[(k << log_n) + column];
  c[g] = sum;
}

// spelling if_not_zero: adds where there is something
// global: n, n; local: 16, 16
kernel void matmul(global const float *a, global const float *b, global float *c, int n) {
  int column = get_global_id(0), row = get_global_id(1);
  float sum = 0;
  for (int k = 0; k < n; k++) {
    float factor = a[row * n + k];
    if (factor != 0) sum += factor * b[k * n + column];
  }
  c[row * n + column] = sum;
}

// spelling uint: a guard
// global: n, n; local: 32, 8
kernel void matmul(global const float *a, global const float *b, global float *c, uint n) {
  uint column = get_global_id(0), row = get_global_id(1);
  if (row < n && column < n) {
    float sum = 0;
    for (uint k = 0; k < n; k++) sum += a[row * n + k] * b[k * n + column];
    c[row * n + column] = sum;
  }
}

// spelling size_t: no local size
// global: n, n
kernel void matmul(global const float *restrict a, global const float *restrict b, global float *restrict c, ulong n) {
  size_t column = get_global_id(0), row = get_global_id(1);
  float sum = 0;
  for (size_t k = 0; k < n; k++) sum = mad(a[row * n + k], b[k * n + column], sum);
  c[row * n + column] = sum;
}

// spelling pointers: that walk
// global: n, n; local: 16, 16
kernel void matmul(global const float *a, global const float *b, global float *c, int n) {
  int column = get_global_id(0), row = get_global_id(1);
  global const float *p = a + row * n, *q = b + column;
  float sum = 0;
  for (int k = 0; k < n; k++, q += n) sum += *p++ * *q;
  c[row * n + column] = sum;
}

// spelling in_memory: the sum
// global: n, n; local: 16, 16
kernel void matmul(global const float *a, global const float *b, global float *c, int n) {
  int column = get_global_id(0), row = get_global_id(1);
  c[row * n + column] = 0;
  for (int k = 0; k < n; k++) c[row * n + column] += a[row * n + k] * b[k * n + column];
}

// spelling tiles: of 16 by 16 in local memory
// global: n, n; local: 16, 16
kernel void matmul(global const float *a, global const float *b, global float *c, int n) {
  local float tile_a[16][16], tile_b[16][16];
  int x = get_local_id(0), y = get_local_id(1), column = get_global_id(0), row = get_global_id(1);
  float sum = 0;
  for (int first = 0; first < n; first += 16) {
    tile_a[y][x] = a[row * n + first + x];
    tile_b[y][x] = b[(first + y) * n + column];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < 16; k++) sum += tile_a[y][k] * tile_b[k][x];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  c[row * n + column] = sum;
}

// spelling tiles_rows_first: rows in dimension 0
// global: n, n; local: 16, 16
kernel void matmul(global const float *a, global const float *b, global float *c, int n) {
  local float tile_a[16][16], tile_b[16][16];
  int y = get_local_id(0), x = get_local_id(1), row = get_global_id(0), column = get_global_id(1);
  float sum = 0;
  for (int first = 0; first < n; first += 16) {
    tile_a[y][x] = a[row * n + first + x];
    tile_b[y][x] = b[(first + y) * n + column];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < 16; k++) sum += tile_a[y][k] * tile_b[k][x];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  c[row * n + column] = sum;
}

// spelling tiles_1d: in groups of one dimension
// global: n * n; local: 256
kernel void matmul(global const float *a, global const float *b, global float *c, int n) {
  local float tile_a[256], tile_b[256];
  int l = get_local_id(0), x = l % 16, y = l / 16, tiles = n / 16;
  int row = get_group_id(0) / tiles * 16 + y, column = get_group_id(0) % tiles * 16 + x;
  float sum = 0;
  for (int first = 0; first < n; first += 16) {
    tile_a[l] = a[row * n + first + x];
    tile_b[l] = b[(first + y) * n + column];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < 16; k++) sum += tile_a[y * 16 + k] * tile_b[k * 16 + x];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  c[row * n + column] = sum;
}

// spelling tiles_argument: local memory from the host
// global: n, n; local: 16, 16; tile_a: 1024; tile_b: 1024
kernel void matmul(global const float *a, global const float *b, global float *c, int n, local float *tile_a,
                   local float *tile_b) {
  int size = get_local_size(0), x = get_local_id(0), y = get_local_id(1);
  int column = get_group_id(0) * size + x, row = get_group_id(1) * size + y;
  float sum = 0;
  for (int tile = 0; tile < n / size; tile++) {
    tile_a[y * size + x] = a[row * n + tile * size + x];
    tile_b[y * size + x] = b[(tile * size + y) * n + column];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < size; k++) sum += tile_a[y * size + k] * tile_b[k * size + x];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  c[row * n + column] = sum;
}

// spelling private_row*: a row of the product in each item, its factors in a private array
// global: n; local: 16
kernel void matmul(global const float *a, global const float *b, global float *c, int n) {
  int row = get_global_id(0);
  float factors[512];
  for (int k = 0; k < n; k++) factors[k] = a[row * n + k];
  for (int column = 0; column < n; column++) {
    float sum = 0;
    for (int k = 0; k < n; k++) sum += factors[k] * b[k * n + column];
    c[row * n + column] = sum;
  }
}

// spelling private_row_local_column*: and the column in local memory
// global: n; local: 16
kernel void matmul(global const float *a, global const float *b, global float *c, int n) {
  int row = get_global_id(0), l = get_local_id(0), size = get_local_size(0);
  float factors[512];
  local float part[512];
  for (int k = 0; k < n; k++) factors[k] = a[row * n + k];
  for (int column = 0; column < n; column++) {
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = l; k < n; k += size) part[k] = b[k * n + column];
    barrier(CLK_LOCAL_MEM_FENCE);
    float sum = 0;
    for (int k = 0; k < n; k++) sum += factors[k] * part[k];
    c[row * n + column] = sum;
  }
}

// spelling four_columns: vectors
// global: n / 4, n; local: 16, 16
kernel void matmul(global const float *a, global const float4 *b, global float4 *c, int n) {
  int column = get_global_id(0), row = get_global_id(1);
  float4 sum = 0;
  for (int k = 0; k < n; k++) sum += a[row * n + k] * b[k * (n / 4) + column];
  c[row * (n / 4) + column] = sum;
}

// spelling four_rows: in each item
// global: n, n / 4; local: 16, 16
kernel void matmul(global const float *a, global const float *b, global float *c, int n) {
  int column = get_global_id(0), row = get_global_id(1) * 4;
  float sum[4] = {0, 0, 0, 0};
  for (int k = 0; k < n; k++) {
    float factor = b[k * n + column];
    for (int r = 0; r < 4; r++) sum[r] += a[(row + r) * n + k] * factor;
  }
  for (int r = 0; r < 4; r++) c[(row + r) * n + column] = sum[r];
}

// spelling two_by_two: outputs in each item
// global: n / 2, n / 2; local: 16, 16
kernel void matmul(global const float *a, global const float *b, global float *c, int n) {
  int x = get_global_id(0) * 2, y = get_global_id(1) * 2;
  float s00 = 0, s01 = 0, s10 = 0, s11 = 0;
  for (int k = 0; k < n; k++) {
    float a0 = a[y * n + k], a1 = a[(y + 1) * n + k], b0 = b[k * n + x], b1 = b[k * n + x + 1];
    s00 += a0 * b0, s01 += a0 * b1, s10 += a1 * b0, s11 += a1 * b1;
  }
  c[y * n + x] = s00, c[y * n + x + 1] = s01;
  c[(y + 1) * n + x] = s10, c[(y + 1) * n + x + 1] = s11;
}
