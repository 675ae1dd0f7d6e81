// SPDX-License-Identifier: Apache-2.0
kernel void sobel(global const uchar *in, global uchar *out, int width, int height) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1) return;
  global const uchar *p = in + y * width + x;
  int gx = p[1 - width] + 2 * p[1] + p[1 + width] - p[-1 - width] - 2 * p[-1] - p[-1 + width];
  int gy = p[width - 1] + 2 * p[width] + p[width + 1] - p[-width - 1] - 2 * p[-width] - p[-width + 1];
  out[y * width + x] = convert_uchar_sat(abs(gx) + abs(gy));
}
