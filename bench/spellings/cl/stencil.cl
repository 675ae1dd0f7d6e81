// SPDX-License-Identifier: Apache-2.0
// The mean of a point and its four neighbours, but for the border's.

// spelling guard: all conditions together
// global: w, h; local: 16, 16
kernel void stencil(global const float *in, global float *out, int w, int h) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x > 0 && y > 0 && x < w - 1 && y < h - 1)
    out[y * w + x] =
        (in[y * w + x] + in[y * w + x - 1] + in[y * w + x + 1] + in[(y - 1) * w + x] + in[(y + 1) * w + x]) * 0.2f;
}

// spelling early_return: of the border
// global: w, h; local: 32, 8
kernel void stencil(global const float *in, global float *out, int w, int h) {
  int x = get_global_id(0);
  int y = get_global_id(1);
  if (x == 0 || x >= w - 1) return;
  if (y == 0 || y >= h - 1) return;
  int i = y * w + x;
  out[i] = (in[i] + in[i - 1] + in[i + 1] + in[i - w] + in[i + w]) * 0.2f;
}

// spelling inner: a launch of the inner points alone
// global: w + -2, h + -2
kernel void stencil(global const float *in, global float *out, int w) {
  int i = (get_global_id(1) + 1) * w + get_global_id(0) + 1;
  out[i] = 0.2f * (in[i] + in[i - 1] + in[i + 1] + in[i - w] + in[i + w]);
}

// spelling flat: one index, divided
// global: n; local: 64
kernel void stencil(global const float *in, global float *out, int w, int h) {
  int i = get_global_id(0), x = i % w, y = i / w;
  if (x > 0 && x < w - 1 && y > 0 && y < h - 1)
    out[i] = (in[i] + in[i - 1] + in[i + 1] + in[i - w] + in[i + w]) * 0.2f;
}

// spelling clamp: no point lies outside
// global: w, h; local: 16, 16
kernel void stencil(global const float *in, global float *out, int w, int h) {
  int x = get_global_id(0), y = get_global_id(1);
  int west = clamp(x - 1, 0, w - 1), east = clamp(x + 1, 0, w - 1);
  int north = clamp(y - 1, 0, h - 1), south = clamp(y + 1, 0, h - 1);
  out[y * w + x] = (in[y * w + x] + in[y * w + west] + in[y * w + east] + in[north * w + x] + in[south * w + x]) * 0.2f;
}

// spelling min_max: the same by min and max
// global: w, h; local: 16, 16
kernel void stencil(global const float *in, global float *out, int w, int h) {
  int x = get_global_id(0), y = get_global_id(1);
  global const float *row = in + y * w;
  out[y * w + x] = (row[x] + row[max(x - 1, 0)] + row[min(x + 1, w - 1)] + in[max(y - 1, 0) * w + x] +
                    in[min(y + 1, h - 1) * w + x]) * 0.2f;
}

// spelling ternary: outside is nothing
// global: w, h; local: 16, 16
kernel void stencil(global const float *in, global float *out, int w, int h) {
  int x = get_global_id(0), y = get_global_id(1), i = y * w + x;
  float sum = in[i];
  sum += x > 0 ? in[i - 1] : 0;
  sum += x < w - 1 ? in[i + 1] : 0;
  sum += y > 0 ? in[i - w] : 0;
  sum += y < h - 1 ? in[i + w] : 0;
  out[i] = sum * 0.2f;
}

// spelling tile: with a halo in local memory
// global: w, h; local: 16, 16
kernel void stencil(global const float *in, global float *out, int w, int h) {
  local float tile[18][18];
  int x = get_global_id(0), y = get_global_id(1), s = get_local_id(0) + 1, t = get_local_id(1) + 1, i = y * w + x;
  tile[t][s] = in[i];
  if (s == 1 && x > 0) tile[t][0] = in[i - 1];
  if (s == 16 && x < w - 1) tile[t][17] = in[i + 1];
  if (t == 1 && y > 0) tile[0][s] = in[i - w];
  if (t == 16 && y < h - 1) tile[17][s] = in[i + w];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (x > 0 && y > 0 && x < w - 1 && y < h - 1)
    out[i] = (tile[t][s] + tile[t][s - 1] + tile[t][s + 1] + tile[t - 1][s] + tile[t + 1][s]) * 0.2f;
}

// spelling tile_loop: the halo loaded by all, point by point
// global: w, h; local: 16, 16
kernel void stencil(global const float *in, global float *out, int w, int h) {
  local float tile[18 * 18];
  int s = get_local_id(0), t = get_local_id(1), left = get_group_id(0) * 16 - 1, top = get_group_id(1) * 16 - 1;
  for (int k = t * 16 + s; k < 18 * 18; k += 256)
    tile[k] = in[clamp(top + k / 18, 0, h - 1) * w + clamp(left + k % 18, 0, w - 1)];
  barrier(CLK_LOCAL_MEM_FENCE);
  int k = (t + 1) * 18 + s + 1;
  out[(top + t + 1) * w + left + s + 1] = (tile[k] + tile[k - 1] + tile[k + 1] + tile[k - 18] + tile[k + 18]) * 0.2f;
}

// spelling row*: a row in each item
// global: h; local: 16
kernel void stencil(global const float *in, global float *out, int w, int h) {
  int y = get_global_id(0);
  if (y == 0 || y == h - 1) return;
  for (int x = 1; x < w - 1; x++) {
    int i = y * w + x;
    out[i] = (in[i] + in[i - 1] + in[i + 1] + in[i - w] + in[i + w]) * 0.2f;
  }
}

// spelling column: a column in each item
// global: w; local: 64
kernel void stencil(global const float *in, global float *out, int w, int h) {
  int x = get_global_id(0);
  if (x == 0 || x == w - 1) return;
  for (int y = 1; y < h - 1; y++) {
    int i = y * w + x;
    out[i] = (in[i] + in[i - 1] + in[i + 1] + in[i - w] + in[i + w]) * 0.2f;
  }
}

// spelling column_registers: a column in each item, which keeps the points that come again
// global: w; local: 64
kernel void stencil(global const float *in, global float *out, int w, int h) {
  int x = get_global_id(0);
  if (x == 0 || x >= w - 1) return;
  float north = in[x], here = in[w + x];
  for (int y = 1; y < h - 1; y++) {
    float south = in[(y + 1) * w + x];
    out[y * w + x] = (here + in[y * w + x - 1] + in[y * w + x + 1] + north + south) * 0.2f;
    north = here;
    here = south;
  }
}

// spelling grid: steps of the global size, of one index
// global: 4096; local: 64
kernel void stencil(global const float *in, global float *out, int w, int h, int n) {
  for (int i = get_global_id(0); i < n; i += get_global_size(0)) {
    int x = i % w, y = i / w;
    if (x == 0 || y == 0 || x == w - 1 || y == h - 1) continue;
    out[i] = (in[i] + in[i - 1] + in[i + 1] + in[i - w] + in[i + w]) * 0.2f;
  }
}

// spelling grid_2d: steps of the global size in both dimensions
// global: 64, 32; local: 16, 8
kernel void stencil(global const float *in, global float *out, int w, int h) {
  for (int y = get_global_id(1) + 1; y < h - 1; y += get_global_size(1))
    for (int x = get_global_id(0) + 1; x < w - 1; x += get_global_size(0))
      out[y * w + x] =
          (in[y * w + x] + in[y * w + x - 1] + in[y * w + x + 1] + in[(y - 1) * w + x] + in[(y + 1) * w + x]) * 0.2f;
}

// spelling size_t: indices
// global: w, h
kernel void stencil(global const float *restrict in, global float *restrict out, ulong w, ulong h) {
  size_t x = get_global_id(0), y = get_global_id(1);
  if (x == 0 || y == 0 || x + 1 == w || y + 1 == h) return;
  size_t i = y * w + x;
  out[i] = (in[i] + in[i - 1] + in[i + 1] + in[i - w] + in[i + w]) * 0.2f;
}

// spelling uint: indices
// global: w, h; local: 64, 2
kernel void stencil(global const float *in, global float *out, uint w, uint h) {
  uint x = get_global_id(0), y = get_global_id(1);
  if (x > 0 && y > 0 && x < w - 1 && y < h - 1) {
    uint i = mad24(y, w, x);
    out[i] = (in[i] + in[i - 1] + in[i + 1] + in[i - w] + in[i + w]) * 0.2f;
  }
}

// spelling third: rows in dimension 2
// global: w, 1, h; local: 64, 1, 2
kernel void stencil(global const float *in, global float *out, int w, int h) {
  int x = get_global_id(0), y = get_global_id(2), i = y * w + x;
  if (x > 0 && y > 0 && x < w - 1 && y < h - 1)
    out[i] = (in[i] + in[i - 1] + in[i + 1] + in[i - w] + in[i + w]) * 0.2f;
}

// spelling swapped: columns in dimension 1
// global: h, w; local: 16, 16
kernel void stencil(global const float *in, global float *out, int w, int h) {
  int x = get_global_id(1), y = get_global_id(0), i = y * w + x;
  if (x > 0 && y > 0 && x < w - 1 && y < h - 1)
    out[i] = (in[i] + in[i - 1] + in[i + 1] + in[i - w] + in[i + w]) * 0.2f;
}

// spelling pointers: to three rows
// global: w, h; local: 16, 16
kernel void stencil(global const float *in, global float *out, int w, int h) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x < 1 || y < 1 || x > w - 2 || y > h - 2) return;
  global const float *here = in + y * w + x, *north = here - w, *south = here + w;
  out[y * w + x] = (*here + here[-1] + here[1] + *north + *south) * 0.2f;
}
