// SPDX-License-Identifier: Apache-2.0
// Pixels of four bytes to one byte of grey.

// spelling members: of a uchar4
// global: n; local: 64
kernel void grey(global const uchar4 *in, global uchar *out, int n) {
  int g = get_global_id(0);
  if (g >= n) return;
  uchar4 p = in[g];
  out[g] = (77 * p.x + 150 * p.y + 29 * p.z + 128) >> 8;
}

// spelling bytes: int, no vectors
// global: n; local: 64
kernel void grey(global const uchar *in, global uchar *out, int n) {
  int g = get_global_id(0);
  if (g < n) out[g] = (77 * in[4 * g] + 150 * in[4 * g + 1] + 29 * in[4 * g + 2] + 128) >> 8;
}

// spelling bytes_uint: uint, no vectors
// global: n
kernel void grey(global const uchar *in, global uchar *out) {
  uint g = get_global_id(0);
  uint red = in[4 * g + 0], green = in[4 * g + 1], blue = in[4 * g + 2];
  out[g] = (77 * red + 150 * green + 29 * blue + 128) / 256;
}

// spelling bytes_size_t: size_t, a pointer to the pixel
// global: n
kernel void grey(global const uchar *in, global uchar *out) {
  size_t g = get_global_id(0);
  global const uchar *p = in + 4 * g;
  out[g] = (uchar)((77 * p[0] + 150 * p[1] + 29 * p[2] + 128) >> 8);
}

// spelling shifts: of a uint
// global: n; local: 64
kernel void grey(global const uint *in, global uchar *out) {
  int g = get_global_id(0);
  uint p = in[g];
  out[g] = (77 * (p & 255) + 150 * (p >> 8 & 255) + 29 * (p >> 16 & 255) + 128) >> 8;
}

// spelling as_uchar4: of a uint
// global: n; local: 64
kernel void grey(global const uint *in, global uchar *out) {
  int g = get_global_id(0);
  uchar4 p = as_uchar4(in[g]);
  out[g] = (77 * p.s0 + 150 * p.s1 + 29 * p.s2 + 128) >> 8;
}

// spelling convert_uint4: weights as a vector
// global: n; local: 64
kernel void grey(global const uchar4 *in, global uchar *out) {
  int g = get_global_id(0);
  uint4 p = convert_uint4(in[g]) * (uint4)(77, 150, 29, 0);
  out[g] = (p.x + p.y + p.z + 128) >> 8;
}

// spelling convert_ushort4: weights as a vector of 16 bits
// global: n; local: 64
kernel void grey(global const uchar4 *in, global uchar *out) {
  int g = get_global_id(0);
  ushort4 p = convert_ushort4(in[g]) * (ushort4)(77, 150, 29, 0);
  out[g] = (ushort)(p.x + p.y + p.z + 128) >> 8;
}

// spelling convert_float4: dot()
// global: n; local: 64
kernel void grey(global const uchar4 *in, global uchar *out) {
  int g = get_global_id(0);
  float sum = dot(convert_float4(in[g]), (float4)(77, 150, 29, 0));
  out[g] = convert_uchar((sum + 128) * (1.0f / 256));
}

// spelling vload4: from bytes
// global: n; local: 64
kernel void grey(global const uchar *in, global uchar *out) {
  size_t g = get_global_id(0);
  int4 p = convert_int4(vload4(g, in));
  out[g] = (77 * p.x + 150 * p.y + 29 * p.z + 128) >> 8;
}

// spelling struct: of bytes
typedef struct {
  uchar red, green, blue, alpha;
} Pixel;
// global: n; local: 64
kernel void grey(global const Pixel *in, global uchar *out) {
  int g = get_global_id(0);
  out[g] = (77 * in[g].red + 150 * in[g].green + 29 * in[g].blue + 128) >> 8;
}

// spelling four: pixels in each item
// global: n / 4; local: 64
kernel void grey(global const uchar16 *in, global uchar4 *out) {
  int g = get_global_id(0);
  uchar16 p = in[g];
  out[g] = convert_uchar4((convert_uint4(p.s048c) * 77 + convert_uint4(p.s159d) * 150 + convert_uint4(p.s26ae) * 29 +
                           128) >> 8);
}

// spelling grid_int: steps of the global size
// global: 4096; local: 64
kernel void grey(global const uchar4 *in, global uchar *out, int n) {
  for (int g = get_global_id(0); g < n; g += get_global_size(0)) {
    uchar4 p = in[g];
    out[g] = (77 * p.x + 150 * p.y + 29 * p.z + 128) >> 8;
  }
}

// spelling grid_uint: steps of the global size, bytes
// global: 4096; local: 64
kernel void grey(global const uchar *in, global uchar *out, uint n) {
  for (uint g = get_global_id(0); g < n; g += get_global_size(0))
    out[g] = (77 * in[4 * g] + 150 * in[4 * g + 1] + 29 * in[4 * g + 2] + 128) >> 8;
}

// spelling grid_size_t: steps of the global size
// global: 4096; local: 64
kernel void grey(global const uchar4 *in, global uchar *out, ulong n) {
  for (size_t g = get_global_id(0); g < n; g += get_global_size(0)) {
    uint4 p = convert_uint4(in[g]);
    out[g] = (77 * p.x + 150 * p.y + 29 * p.z + 128) >> 8;
  }
}

// spelling row*: a row of pixels in each item
// global: h; local: 16
kernel void grey(global const uchar4 *in, global uchar *out, int w, int h) {
  int y = get_global_id(0);
  if (y >= h) return;
  for (int x = 0; x < w; x++) {
    uchar4 p = in[y * w + x];
    out[y * w + x] = (77 * p.x + 150 * p.y + 29 * p.z + 128) >> 8;
  }
}

// spelling 2d: two ids
// global: w, h; local: 16, 16
kernel void grey(global const uchar4 *in, global uchar *out, int w, int h) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x >= w || y >= h) return;
  uchar4 p = in[y * w + x];
  out[y * w + x] = (77 * p.x + 150 * p.y + 29 * p.z + 128) >> 8;
}

// spelling 2d_swapped: columns in dimension 1
// global: h, w; local: 16, 16
kernel void grey(global const uchar4 *in, global uchar *out, int w, int h) {
  int x = get_global_id(1), y = get_global_id(0);
  if (x < w && y < h) {
    uchar4 p = in[y * w + x];
    out[y * w + x] = (77 * p.x + 150 * p.y + 29 * p.z + 128) >> 8;
  }
}
