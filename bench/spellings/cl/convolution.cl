// SPDX-License-Identifier: Apache-2.0
// 5 by 5 weights over a picture with two points more on each side.

// spelling argument: weights in global memory
// global: w, h; local: 16, 16
kernel void convolution(global const float *in, global float *out, global const float *weights, int w, int h,
                        int pitch) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x >= w || y >= h) return;
  float sum = 0;
  for (int j = 0; j < 5; j++)
    for (int i = 0; i < 5; i++) sum += weights[j * 5 + i] * in[(y + j) * pitch + x + i];
  out[y * w + x] = sum;
}

// spelling constant_argument: weights in constant memory
// global: w, h; local: 16, 16
kernel void convolution(global const float *in, global float *out, constant float *weights, int w, int pitch) {
  int x = get_global_id(0), y = get_global_id(1);
  float sum = 0;
  for (int j = -2; j <= 2; j++)
    for (int i = -2; i <= 2; i++) sum += weights[(j + 2) * 5 + i + 2] * in[(y + 2 + j) * pitch + x + 2 + i];
  out[y * w + x] = sum;
}

// spelling constant: weights in the source
constant float kWeights[5][5] = {{1 / 256.0f, 4 / 256.0f, 6 / 256.0f, 4 / 256.0f, 1 / 256.0f},
                                 {4 / 256.0f, 16 / 256.0f, 24 / 256.0f, 16 / 256.0f, 4 / 256.0f},
                                 {6 / 256.0f, 24 / 256.0f, 36 / 256.0f, 24 / 256.0f, 6 / 256.0f},
                                 {4 / 256.0f, 16 / 256.0f, 24 / 256.0f, 16 / 256.0f, 4 / 256.0f},
                                 {1 / 256.0f, 4 / 256.0f, 6 / 256.0f, 4 / 256.0f, 1 / 256.0f}};
// global: w, h; local: 16, 16
kernel void convolution(global const float *in, global float *out, int w, int pitch) {
  int x = get_global_id(0), y = get_global_id(1);
  float sum = 0;
  for (int j = 0; j < 5; j++)
    for (int i = 0; i < 5; i++) sum += kWeights[j][i] * in[(y + j) * pitch + x + i];
  out[y * w + x] = sum;
}

// spelling private: weights in a private array
// global: w, h; local: 16, 16
kernel void convolution(global const float *in, global float *out, int w, int pitch) {
  const float weights[5] = {1, 4, 6, 4, 1};
  int x = get_global_id(0), y = get_global_id(1);
  float sum = 0;
  for (int j = 0; j < 5; j++)
    for (int i = 0; i < 5; i++) sum += weights[j] * weights[i] * in[(y + j) * pitch + x + i];
  out[y * w + x] = sum * (1 / 256.0f);
}

// spelling unrolled: row by row
// global: w, h; local: 16, 16
#define ROW(j)                                                                                               \
  (weights[j * 5] * p[j * pitch] + weights[j * 5 + 1] * p[j * pitch + 1] + weights[j * 5 + 2] * p[j * pitch + 2] + \
   weights[j * 5 + 3] * p[j * pitch + 3] + weights[j * 5 + 4] * p[j * pitch + 4])
kernel void convolution(global const float *in, global float *out, global const float *weights, int w, int pitch) {
  int x = get_global_id(0), y = get_global_id(1);
  global const float *p = in + y * pitch + x;
  out[y * w + x] = ROW(0) + ROW(1) + ROW(2) + ROW(3) + ROW(4);
}

// spelling pragma: unrolled by the compiler
// global: w, h; local: 32, 8
kernel void convolution(global const float *restrict in, global float *restrict out, constant float *restrict weights,
                        uint w, uint pitch) {
  uint x = get_global_id(0), y = get_global_id(1);
  float sum = 0;
#pragma unroll
  for (uint j = 0; j < 5; j++)
#pragma unroll
    for (uint i = 0; i < 5; i++) sum = fma(weights[j * 5 + i], in[(y + j) * pitch + x + i], sum);
  out[y * w + x] = sum;
}

// spelling pointers: that walk along rows and weights
// global: w, h; local: 16, 16
kernel void convolution(global const float *in, global float *out, global const float *weights, int w, int pitch) {
  int x = get_global_id(0), y = get_global_id(1);
  global const float *row = in + y * pitch + x;
  float sum = 0;
  for (int j = 0; j < 5; j++, row += pitch) {
    global const float *p = row;
    for (int i = 0; i < 5; i++) sum += *weights++ * *p++;
  }
  out[y * w + x] = sum;
}

// spelling one_loop: over all 25, divided
// global: w, h; local: 16, 16
kernel void convolution(global const float *in, global float *out, global const float *weights, int w, int pitch) {
  int x = get_global_id(0), y = get_global_id(1);
  float sum = 0;
  for (int k = 0; k < 25; k++) sum += weights[k] * in[(y + k / 5) * pitch + x + k % 5];
  out[y * w + x] = sum;
}

// spelling while: loops
// global: w, h; local: 16, 16
kernel void convolution(global const float *in, global float *out, constant float *weights, int w, int pitch) {
  int x = get_global_id(0), y = get_global_id(1), k = 0, j = 0;
  float sum = 0;
  while (j < 5) {
    int i = 0;
    do {
      sum += weights[k++] * in[(y + j) * pitch + x + i];
    } while (++i < 5);
    j++;
  }
  out[y * w + x] = sum;
}

// spelling tile: with a halo in local memory
// global: w, h; local: 16, 16
kernel void convolution(global const float *in, global float *out, constant float *weights, int w, int pitch) {
  local float tile[20][20];
  int s = get_local_id(0), t = get_local_id(1), x = get_global_id(0), y = get_global_id(1);
  int left = get_group_id(0) * 16, top = get_group_id(1) * 16;
  for (int j = t; j < 20; j += 16)
    for (int i = s; i < 20; i += 16) tile[j][i] = in[(top + j) * pitch + left + i];
  barrier(CLK_LOCAL_MEM_FENCE);
  float sum = 0;
  for (int j = 0; j < 5; j++)
    for (int i = 0; i < 5; i++) sum += weights[j * 5 + i] * tile[t + j][s + i];
  out[y * w + x] = sum;
}

// spelling tile_flat: the halo loaded by one index
// global: w, h; local: 16, 16
kernel void convolution(global const float *in, global float *out, constant float *weights, int w, int pitch) {
  local float tile[400];
  int s = get_local_id(0), t = get_local_id(1), x = get_global_id(0), y = get_global_id(1);
  global const float *corner = in + get_group_id(1) * 16 * pitch + get_group_id(0) * 16;
  for (int k = t * 16 + s; k < 400; k += 256) tile[k] = corner[k / 20 * pitch + k % 20];
  barrier(CLK_LOCAL_MEM_FENCE);
  float sum = 0;
  for (int j = 0; j < 5; j++)
    for (int i = 0; i < 5; i++) sum += weights[j * 5 + i] * tile[(t + j) * 20 + s + i];
  out[y * w + x] = sum;
}

// spelling flat: one index, divided
// global: n; local: 64
kernel void convolution(global const float *in, global float *out, global const float *weights, int w, int pitch) {
  int g = get_global_id(0), x = g % w, y = g / w;
  float sum = 0;
  for (int j = 0; j < 5; j++)
    for (int i = 0; i < 5; i++) sum += weights[j * 5 + i] * in[(y + j) * pitch + x + i];
  out[g] = sum;
}

// spelling grid: steps of the global size
// global: 4096; local: 64
kernel void convolution(global const float *in, global float *out, global const float *weights, int w, int n,
                        int pitch) {
  for (int g = get_global_id(0); g < n; g += get_global_size(0)) {
    int x = g % w, y = g / w;
    float sum = 0;
    for (int j = 0; j < 5; j++)
      for (int i = 0; i < 5; i++) sum += weights[j * 5 + i] * in[(y + j) * pitch + x + i];
    out[g] = sum;
  }
}

// spelling size_t: no local size
// global: w, h
kernel void convolution(global const float *in, global float *out, constant float *weights, ulong w, ulong pitch) {
  size_t x = get_global_id(0), y = get_global_id(1);
  float sum = 0;
  for (size_t j = 0; j < 5; j++)
    for (size_t i = 0; i < 5; i++) sum += weights[j * 5 + i] * in[(y + j) * pitch + x + i];
  out[y * w + x] = sum;
}

// spelling swapped: columns in dimension 1
// global: h, w; local: 16, 16
kernel void convolution(global const float *in, global float *out, constant float *weights, int w, int pitch) {
  int x = get_global_id(1), y = get_global_id(0);
  float sum = 0;
  for (int j = 0; j < 5; j++)
    for (int i = 0; i < 5; i++) sum += weights[j * 5 + i] * in[(y + j) * pitch + x + i];
  out[y * w + x] = sum;
}

// spelling row*: in each item
// global: h; local: 16
kernel void convolution(global const float *in, global float *out, constant float *weights, int w, int pitch) {
  int y = get_global_id(0);
  for (int x = 0; x < w; x++) {
    float sum = 0;
    for (int j = 0; j < 5; j++)
      for (int i = 0; i < 5; i++) sum += weights[j * 5 + i] * in[(y + j) * pitch + x + i];
    out[y * w + x] = sum;
  }
}

// spelling four_columns: vectors
// global: w / 4, h; local: 16, 16
kernel void convolution(global const float *in, global float *out, constant float *weights, int w, int pitch) {
  int x = get_global_id(0) * 4, y = get_global_id(1);
  float4 sum = 0;
  for (int j = 0; j < 5; j++)
    for (int i = 0; i < 5; i++) sum += weights[j * 5 + i] * vload4(0, in + (y + j) * pitch + x + i);
  vstore4(sum, 0, out + y * w + x);
}
