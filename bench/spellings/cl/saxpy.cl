// SPDX-License-Identifier: Apache-2.0
// y += a * x

// spelling guard: int, the size is tested
// global: n; local: 64
kernel void saxpy(int n, float a, global const float *x, global float *y) {
  int i = get_global_id(0);
  if (i < n) y[i] = a * x[i] + y[i];
}

// spelling early_return: uint, those beyond the end leave
// global: n + 64; local: 64
kernel void saxpy(uint n, float a, global const float *x, global float *y) {
  uint i = get_global_id(0);
  if (i >= n) return;
  y[i] += a * x[i];
}

// spelling size_t: no guard, no local size
// global: n
kernel void saxpy(float a, global const float *restrict x, global float *restrict y) {
  size_t i = get_global_id(0);
  y[i] = fma(a, x[i], y[i]);
}

// spelling groups: the index from the group's
// global: n; local: 128
kernel void saxpy(float a, global const float *x, global float *y) {
  int i = get_group_id(0) * get_local_size(0) + get_local_id(0);
  y[i] = mad(a, x[i], y[i]);
}

// spelling float4: pointers to vectors
// global: n / 4; local: 64
kernel void saxpy(float a, global const float4 *x, global float4 *y) {
  int i = get_global_id(0);
  y[i] += a * x[i];
}

// spelling vload4: vectors from scalars
// global: n / 4; local: 64
kernel void saxpy(float a, global const float *x, global float *y) {
  size_t i = get_global_id(0);
  vstore4(a * vload4(i, x) + vload4(i, y), i, y);
}

// spelling float8: wide vectors
// global: n / 8
kernel void saxpy(float a, global const float8 *x, global float8 *y) {
  int i = get_global_id(0);
  y[i] = a * x[i] + y[i];
}

// spelling float16: the widest vectors
// global: n / 16
kernel void saxpy(float a, global const float16 *x, global float16 *y) {
  int i = get_global_id(0);
  y[i] = a * x[i] + y[i];
}

// spelling members: of vectors, one by one
// global: n / 4; local: 64
kernel void saxpy(float a, global const float4 *x, global float4 *y) {
  int i = get_global_id(0);
  y[i].x += a * x[i].x;
  y[i].y += a * x[i].y;
  y[i].z += a * x[i].z;
  y[i].w += a * x[i].w;
}

// spelling grid_int: steps of the global size
// global: 4096; local: 64
kernel void saxpy(int n, float a, global const float *x, global float *y) {
  for (int i = get_global_id(0); i < n; i += get_global_size(0)) y[i] = a * x[i] + y[i];
}

// spelling grid_uint: steps of the global size
// global: 4096; local: 64
kernel void saxpy(uint n, float a, global const float *x, global float *y) {
  for (uint i = get_global_id(0); i < n; i += get_global_size(0)) y[i] = a * x[i] + y[i];
}

// spelling grid_size_t: steps of the global size
// global: 4096; local: 64
kernel void saxpy(ulong n, float a, global const float *x, global float *y) {
  for (size_t i = get_global_id(0); i < n; i += get_global_size(0)) y[i] = a * x[i] + y[i];
}

// spelling grid_while: the same in a while loop
// global: 4096; local: 256
kernel void saxpy(int n, float a, global const float *x, global float *y) {
  int i = get_global_id(0), step = get_global_size(0);
  while (i < n) {
    y[i] += a * x[i];
    i += step;
  }
}

// spelling block*: 16 neighbours in each item
// global: n / 16; local: 64
kernel void saxpy(float a, global const float *x, global float *y) {
  int first = get_global_id(0) * 16;
  for (int i = first; i < first + 16; i++) y[i] += a * x[i];
}

// spelling strided: four in each item, a quarter apart
// global: n / 4; local: 64
kernel void saxpy(float a, global const float *x, global float *y) {
  int g = get_global_id(0), size = get_global_size(0);
  for (int k = 0; k < 4; k++) y[g + k * size] += a * x[g + k * size];
}

// spelling pointers: moved to the item's element
// global: n; local: 64
kernel void saxpy(float a, global const float *x, global float *y) {
  x += get_global_id(0);
  y += get_global_id(0);
  *y = a * *x + *y;
}

// spelling flat_2d: a launch of two dimensions
// global: 64, n / 64; local: 16, 4
kernel void saxpy(float a, global const float *x, global float *y) {
  int i = get_global_id(1) * get_global_size(0) + get_global_id(0);
  y[i] = a * x[i] + y[i];
}
