// SPDX-License-Identifier: Apache-2.0
// out[x * h + y] = in[y * w + x]

// spelling read_contiguous: columns of the input in dimension 0
// global: w, h; local: 16, 16
kernel void transpose(global const float *in, global float *out, int w, int h) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x < w && y < h) out[x * h + y] = in[y * w + x];
}

// spelling write_contiguous: rows of the input in dimension 0
// global: h, w; local: 16, 16
kernel void transpose(global const float *in, global float *out, int w, int h) {
  int y = get_global_id(0), x = get_global_id(1);
  out[x * h + y] = in[y * w + x];
}

// spelling uint: wide groups
// global: w, h; local: 64, 4
kernel void transpose(global const float *in, global float *out, uint w, uint h) {
  uint x = get_global_id(0), y = get_global_id(1);
  out[x * h + y] = in[y * w + x];
}

// spelling size_t: no local size
// global: w, h
kernel void transpose(global const float *restrict in, global float *restrict out, ulong w, ulong h) {
  size_t x = get_global_id(0), y = get_global_id(1);
  out[x * h + y] = in[y * w + x];
}

// spelling tile: in local memory
// global: w, h; local: 16, 16
kernel void transpose(global const float *in, global float *out, int w, int h) {
  local float tile[16][16];
  int s = get_local_id(0), t = get_local_id(1), left = get_group_id(0) * 16, top = get_group_id(1) * 16;
  tile[t][s] = in[(top + t) * w + left + s];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[(left + t) * h + top + s] = tile[s][t];
}

// spelling tile_padded: in local memory, against conflicts of banks
// global: w, h; local: 16, 16
kernel void transpose(global const float *in, global float *out, int w, int h) {
  local float tile[16 * 17];
  int s = get_local_id(0), t = get_local_id(1);
  int x = get_global_id(0), y = get_global_id(1);
  if (x < w && y < h) tile[t * 17 + s] = in[y * w + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  x = get_group_id(1) * 16 + s;
  y = get_group_id(0) * 16 + t;
  if (x < h && y < w) out[y * h + x] = tile[s * 17 + t];
}

// spelling tile_turned: turned when written to local memory
// global: w, h; local: 16, 16; tile: 1024
kernel void transpose(global const float *in, global float *out, int w, int h, local float *tile) {
  int s = get_local_id(0), t = get_local_id(1), size = get_local_size(0);
  tile[s * size + t] = in[get_global_id(1) * w + get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[(get_group_id(0) * size + t) * h + get_group_id(1) * size + s] = tile[t * size + s];
}

// spelling tile_8x8: small
// global: w, h; local: 8, 8
kernel void transpose(global const float *in, global float *out, int w, int h) {
  local float tile[8][9];
  int s = get_local_id(0), t = get_local_id(1), left = get_group_id(0) * 8, top = get_group_id(1) * 8;
  tile[t][s] = in[(top + t) * w + left + s];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[(left + t) * h + top + s] = tile[s][t];
}

// spelling tile_32x8: four rows in each item
// global: w, h / 4; local: 32, 8
kernel void transpose(global const float *in, global float *out, int w, int h) {
  local float tile[32][33];
  int s = get_local_id(0), t = get_local_id(1), left = get_group_id(0) * 32, top = get_group_id(1) * 32;
  for (int k = 0; k < 32; k += 8) tile[t + k][s] = in[(top + t + k) * w + left + s];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int k = 0; k < 32; k += 8) out[(left + t + k) * h + top + s] = tile[s][t + k];
}

// spelling tile_1d: in groups of one dimension
// global: w * h; local: 256
kernel void transpose(global const float *in, global float *out, int w, int h) {
  local float tile[256];
  int l = get_local_id(0), s = l % 16, t = l / 16, tiles = w / 16;
  int left = get_group_id(0) % tiles * 16, top = get_group_id(0) / tiles * 16;
  tile[l] = in[(top + t) * w + left + s];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[(left + t) * h + top + s] = tile[s * 16 + t];
}

// spelling flat_read: one index of the input
// global: w * h; local: 64
kernel void transpose(global const float *in, global float *out, int w, int h) {
  int g = get_global_id(0), x = g % w, y = g / w;
  out[x * h + y] = in[g];
}

// spelling flat_write: one index of the output
// global: w * h; local: 64
kernel void transpose(global const float *in, global float *out, int w, int h) {
  int g = get_global_id(0), y = g % h, x = g / h;
  out[g] = in[y * w + x];
}

// spelling grid: steps of the global size
// global: 4096; local: 64
kernel void transpose(global const float *in, global float *out, int w, int h) {
  for (int g = get_global_id(0); g < w * h; g += get_global_size(0)) out[g % w * h + g / w] = in[g];
}

// spelling row*: of the input in each item
// global: h; local: 16
kernel void transpose(global const float *in, global float *out, int w, int h) {
  int y = get_global_id(0);
  for (int x = 0; x < w; x++) out[x * h + y] = in[y * w + x];
}

// spelling column*: of the input in each item
// global: w; local: 16
kernel void transpose(global const float *in, global float *out, int w, int h) {
  int x = get_global_id(0);
  for (int y = 0; y < h; y++) out[x * h + y] = in[y * w + x];
}

// spelling four_by_four: vectors in each item
// global: w / 4, h / 4; local: 16, 16
kernel void transpose(global const float *in, global float *out, int w, int h) {
  int x = get_global_id(0) * 4, y = get_global_id(1) * 4;
  float4 a = vload4(0, in + y * w + x), b = vload4(0, in + (y + 1) * w + x);
  float4 c = vload4(0, in + (y + 2) * w + x), d = vload4(0, in + (y + 3) * w + x);
  vstore4((float4)(a.x, b.x, c.x, d.x), 0, out + x * h + y);
  vstore4((float4)(a.y, b.y, c.y, d.y), 0, out + (x + 1) * h + y);
  vstore4((float4)(a.z, b.z, c.z, d.z), 0, out + (x + 2) * h + y);
  vstore4((float4)(a.w, b.w, c.w, d.w), 0, out + (x + 3) * h + y);
}
