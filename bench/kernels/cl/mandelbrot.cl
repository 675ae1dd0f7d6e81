// SPDX-License-Identifier: Apache-2.0
kernel void mandelbrot(global uint *out, int width, float left, float top, float step, int limit) {
  int x = get_global_id(0), y = get_global_id(1);
  float cr = left + x * step, ci = top + y * step, zr = 0, zi = 0;
  int n = 0;
  while (n < limit && zr * zr + zi * zi < 4.0f) {
    float next = zr * zr - zi * zi + cr;
    zi = 2 * zr * zi + ci;
    zr = next;
    ++n;
  }
  out[y * width + x] = n;
}
