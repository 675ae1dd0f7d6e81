// SPDX-License-Identifier: Apache-2.0
// Each byte v of a pixel becomes v - v / 4 + 40; alpha stays.

// spelling operators: of uchar4
// global: n; local: 64
kernel void brighten(global const uchar4 *in, global uchar4 *out) {
  int g = get_global_id(0);
  uchar4 p = in[g], q = p - (p >> (uchar4)2) + (uchar4)40;
  q.w = p.w;
  out[g] = q;
}

// spelling members: one by one
// global: n; local: 64
kernel void brighten(global const uchar4 *in, global uchar4 *out) {
  int g = get_global_id(0);
  uchar4 p = in[g];
  p.x = p.x - p.x / 4 + 40;
  p.y = p.y - p.y / 4 + 40;
  p.z = p.z - p.z / 4 + 40;
  out[g] = p;
}

// spelling members_in_memory: each written on its own
// global: n; local: 64
kernel void brighten(global const uchar4 *in, global uchar4 *out, int n) {
  int g = get_global_id(0);
  if (g < n) {
    out[g].x = in[g].x - in[g].x / 4 + 40;
    out[g].y = in[g].y - in[g].y / 4 + 40;
    out[g].z = in[g].z - in[g].z / 4 + 40;
    out[g].w = in[g].w;
  }
}

// spelling bytes: int
// global: n; local: 64
kernel void brighten(global const uchar *in, global uchar *out) {
  int g = get_global_id(0);
  out[4 * g] = in[4 * g] - in[4 * g] / 4 + 40;
  out[4 * g + 1] = in[4 * g + 1] - in[4 * g + 1] / 4 + 40;
  out[4 * g + 2] = in[4 * g + 2] - in[4 * g + 2] / 4 + 40;
  out[4 * g + 3] = in[4 * g + 3];
}

// spelling bytes_loop: over the channels
// global: n; local: 64
kernel void brighten(global const uchar *in, global uchar *out) {
  size_t g = get_global_id(0);
  for (int c = 0; c < 3; c++) out[4 * g + c] = in[4 * g + c] - in[4 * g + c] / 4 + 40;
  out[4 * g + 3] = in[4 * g + 3];
}

// spelling shifts: of a uint
// global: n; local: 64
kernel void brighten(global const uint *in, global uint *out) {
  int g = get_global_id(0);
  uint p = in[g], r = p & 255, s = p >> 8 & 255, t = p >> 16 & 255;
  r = r - (r >> 2) + 40;
  s = s - (s >> 2) + 40;
  t = t - (t >> 2) + 40;
  out[g] = r | s << 8 | t << 16 | (p & 0xff000000u);
}

// spelling convert_uint4: and back
// global: n; local: 64
kernel void brighten(global const uchar4 *in, global uchar4 *out) {
  int g = get_global_id(0);
  uint4 p = convert_uint4(in[g]);
  p.xyz = p.xyz - p.xyz / 4 + 40;
  out[g] = convert_uchar4(p);
}

// spelling convert_sat: of int4
// global: n; local: 64
kernel void brighten(global const uchar4 *in, global uchar4 *out) {
  int g = get_global_id(0);
  int4 p = convert_int4(in[g]);
  out[g] = convert_uchar4_sat((int4)(p.xyz - (p.xyz >> 2) + 40, p.w));
}

// spelling select: by vectors
// global: n; local: 64
kernel void brighten(global const uchar4 *in, global uchar4 *out) {
  uint g = get_global_id(0);
  uchar4 p = in[g];
  out[g] = p - (p >> (uchar4)(2, 2, 2, 8 - 1)) * (uchar4)(1, 1, 1, 0) + (uchar4)(40, 40, 40, 0);
}

// spelling vload4: and vstore4
// global: n; local: 64
kernel void brighten(global const uchar *in, global uchar *out) {
  size_t g = get_global_id(0);
  uchar4 p = vload4(g, in);
  vstore4((uchar4)(p.xyz - p.xyz / (uchar3)4 + (uchar3)40, p.w), g, out);
}

// spelling uchar16: four pixels in each item
// global: n / 4; local: 64
kernel void brighten(global const uchar16 *in, global uchar16 *out) {
  int g = get_global_id(0);
  uchar16 p = in[g], q = p - (p >> (uchar16)2) + (uchar16)40;
  q.s37bf = p.s37bf;
  out[g] = q;
}

// spelling grid_int: steps of the global size
// global: 4096; local: 64
kernel void brighten(global const uchar4 *in, global uchar4 *out, int n) {
  for (int g = get_global_id(0); g < n; g += get_global_size(0)) {
    uchar4 p = in[g];
    out[g] = (uchar4)(p.x - p.x / 4 + 40, p.y - p.y / 4 + 40, p.z - p.z / 4 + 40, p.w);
  }
}

// spelling grid_uint: steps of the global size
// global: 4096; local: 64
kernel void brighten(global const uchar4 *in, global uchar4 *out, uint n) {
  for (uint g = get_global_id(0); g < n; g += get_global_size(0)) {
    uchar4 p = in[g], q = p - (p >> (uchar4)2) + (uchar4)40;
    q.w = p.w;
    out[g] = q;
  }
}

// spelling grid_bytes: steps of the global size, bytes, size_t
// global: 4096; local: 64
kernel void brighten(global const uchar *in, global uchar *out, ulong n) {
  for (size_t g = get_global_id(0); g < n; g += get_global_size(0)) {
    out[4 * g] = in[4 * g] - in[4 * g] / 4 + 40;
    out[4 * g + 1] = in[4 * g + 1] - in[4 * g + 1] / 4 + 40;
    out[4 * g + 2] = in[4 * g + 2] - in[4 * g + 2] / 4 + 40;
    out[4 * g + 3] = in[4 * g + 3];
  }
}

// spelling row*: a row of pixels in each item
// global: h; local: 16
kernel void brighten(global const uchar4 *in, global uchar4 *out, int w) {
  int y = get_global_id(0);
  for (int x = 0; x < w; x++) {
    uchar4 p = in[y * w + x];
    out[y * w + x] = (uchar4)(p.x - p.x / 4 + 40, p.y - p.y / 4 + 40, p.z - p.z / 4 + 40, p.w);
  }
}

// spelling 2d: two ids
// global: w, h; local: 16, 16
kernel void brighten(global const uchar4 *in, global uchar4 *out, int w, int h) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x >= w || y >= h) return;
  uchar4 p = in[y * w + x], q = p - (p >> (uchar4)2) + (uchar4)40;
  q.w = p.w;
  out[y * w + x] = q;
}
