// SPDX-License-Identifier: Apache-2.0
// How many steps a point takes to leave, at most `limit`.

// spelling head: both conditions in the loop's head
// global: w, h; local: 16, 16
kernel void mandelbrot(global int *out, int w, int limit, float left, float top, float step) {
  int x = get_global_id(0), y = get_global_id(1), n = 0;
  float cr = left + x * step, ci = top + y * step, zr = 0, zi = 0;
  while (zr * zr + zi * zi <= 4.0f && n < limit) {
    float next = zr * zr - zi * zi + cr;
    zi = 2 * zr * zi + ci;
    zr = next;
    n++;
  }
  out[y * w + x] = n;
}

// spelling for_head: a for loop
// global: w, h; local: 32, 8
kernel void mandelbrot(global int *out, int w, int limit, float left, float top, float step) {
  int x = get_global_id(0), y = get_global_id(1), n;
  float cr = left + x * step, ci = top + y * step, zr = 0, zi = 0;
  for (n = 0; n < limit && zr * zr + zi * zi <= 4.0f; n++) {
    float next = zr * zr - zi * zi + cr;
    zi = 2 * zr * zi + ci;
    zr = next;
  }
  out[y * w + x] = n;
}

// spelling break: out of a counted loop
// global: w, h; local: 16, 16
kernel void mandelbrot(global int *out, int w, int limit, float left, float top, float step) {
  int x = get_global_id(0), y = get_global_id(1), n;
  float cr = left + x * step, ci = top + y * step, zr = 0, zi = 0;
  for (n = 0; n < limit; n++) {
    float rr = zr * zr, ii = zi * zi;
    if (rr + ii > 4.0f) break;
    zi = 2 * zr * zi + ci;
    zr = rr - ii + cr;
  }
  out[y * w + x] = n;
}

// spelling do: the condition behind
// global: w, h; local: 16, 16
kernel void mandelbrot(global int *out, int w, int limit, float left, float top, float step) {
  int x = get_global_id(0), y = get_global_id(1), n = 0;
  float cr = left + x * step, ci = top + y * step, zr = 0, zi = 0, rr = 0, ii = 0;
  do {
    zi = 2 * zr * zi + ci;
    zr = rr - ii + cr;
    rr = zr * zr;
    ii = zi * zi;
    n++;
  } while (rr + ii <= 4.0f && n < limit);
  out[y * w + x] = n;
}

// spelling flag: ends the loop
// global: w, h; local: 16, 16
kernel void mandelbrot(global int *out, int w, int limit, float left, float top, float step) {
  int x = get_global_id(0), y = get_global_id(1), n = 0;
  float cr = left + x * step, ci = top + y * step, zr = 0, zi = 0;
  bool inside = true;
  while (inside && n < limit) {
    float next = zr * zr - zi * zi + cr;
    zi = 2 * zr * zi + ci;
    zr = next;
    n++;
    if (zr * zr + zi * zi > 4.0f) inside = false;
  }
  out[y * w + x] = n;
}

// spelling function: returns out of its loop
int steps(float cr, float ci, int limit) {
  float zr = 0, zi = 0;
  for (int n = 0; n < limit; n++) {
    if (zr * zr + zi * zi > 4.0f) return n;
    float next = zr * zr - zi * zi + cr;
    zi = 2 * zr * zi + ci;
    zr = next;
  }
  return limit;
}
// global: w, h; local: 16, 16
kernel void mandelbrot(global int *out, int w, int limit, float left, float top, float step) {
  int x = get_global_id(0), y = get_global_id(1);
  out[y * w + x] = steps(left + x * step, top + y * step, limit);
}

// spelling return: the kernel ends in its loop
// global: w, h; local: 16, 16
kernel void mandelbrot(global int *out, int w, int limit, float left, float top, float step) {
  int x = get_global_id(0), y = get_global_id(1);
  float cr = left + x * step, ci = top + y * step, zr = 0, zi = 0;
  for (int n = 0; n < limit; n++) {
    if (zr * zr + zi * zi > 4.0f) {
      out[y * w + x] = n;
      return;
    }
    float next = zr * zr - zi * zi + cr;
    zi = 2 * zr * zi + ci;
    zr = next;
  }
  out[y * w + x] = limit;
}

// spelling float2: complex numbers as vectors
// global: w, h; local: 16, 16
kernel void mandelbrot(global int *out, int w, int limit, float left, float top, float step) {
  int x = get_global_id(0), y = get_global_id(1), n = 0;
  float2 c = (float2)(left, top) + step * (float2)(x, y), z = 0;
  while (n < limit && dot(z, z) <= 4.0f) {
    z = (float2)(z.x * z.x - z.y * z.y, 2 * z.x * z.y) + c;
    n++;
  }
  out[y * w + x] = n;
}

// spelling counter: beside the loop's
// global: w, h; local: 16, 16
kernel void mandelbrot(global int *out, int w, int limit, float left, float top, float step) {
  int x = get_global_id(0), y = get_global_id(1), count = 0;
  float cr = left + x * step, ci = top + y * step, zr = 0, zi = 0;
  for (int n = 0; n < limit; n++) {
    if (zr * zr + zi * zi > 4.0f) break;
    float next = zr * zr - zi * zi + cr;
    zi = 2 * zr * zi + ci;
    zr = next;
    count++;
  }
  out[y * w + x] = count;
}

// spelling uint: a loop that counts down
// global: w, h; local: 16, 16
kernel void mandelbrot(global int *out, uint w, uint limit, float left, float top, float step) {
  uint x = get_global_id(0), y = get_global_id(1), more = limit;
  float cr = left + x * step, ci = top + y * step, zr = 0, zi = 0;
  for (; more > 0; more--) {
    if (zr * zr + zi * zi > 4.0f) break;
    float next = zr * zr - zi * zi + cr;
    zi = 2 * zr * zi + ci;
    zr = next;
  }
  out[y * w + x] = limit - more;
}

// spelling size_t: no local size
// global: w, h
kernel void mandelbrot(global int *out, ulong w, int limit, float left, float top, float step) {
  size_t x = get_global_id(0), y = get_global_id(1);
  float cr = left + x * step, ci = top + y * step, zr = 0, zi = 0;
  int n = 0;
  while (n < limit && zr * zr + zi * zi <= 4.0f) {
    float next = fma(zr, zr, -zi * zi) + cr;
    zi = fma(2 * zr, zi, ci);
    zr = next;
    ++n;
  }
  out[y * w + x] = n;
}

// spelling flat: one index, divided
// global: n; local: 64
kernel void mandelbrot(global int *out, int w, int limit, float left, float top, float step) {
  int g = get_global_id(0), n = 0;
  float cr = left + g % w * step, ci = top + g / w * step, zr = 0, zi = 0;
  while (n < limit && zr * zr + zi * zi <= 4.0f) {
    float next = zr * zr - zi * zi + cr;
    zi = 2 * zr * zi + ci;
    zr = next;
    n++;
  }
  out[g] = n;
}

// spelling grid: steps of the global size
// global: 4096; local: 64
kernel void mandelbrot(global int *out, int w, int n, int limit, float left, float top, float step) {
  for (int g = get_global_id(0); g < n; g += get_global_size(0)) {
    float cr = left + g % w * step, ci = top + g / w * step, zr = 0, zi = 0;
    int count = 0;
    while (count < limit && zr * zr + zi * zi <= 4.0f) {
      float next = zr * zr - zi * zi + cr;
      zi = 2 * zr * zi + ci;
      zr = next;
      count++;
    }
    out[g] = count;
  }
}

// spelling row*: in each item
// global: h; local: 8
kernel void mandelbrot(global int *out, int w, int limit, float left, float top, float step) {
  int y = get_global_id(0);
  for (int x = 0; x < w; x++) {
    float cr = left + x * step, ci = top + y * step, zr = 0, zi = 0;
    int n = 0;
    while (n < limit && zr * zr + zi * zi <= 4.0f) {
      float next = zr * zr - zi * zi + cr;
      zi = 2 * zr * zi + ci;
      zr = next;
      n++;
    }
    out[y * w + x] = n;
  }
}

// spelling swapped: columns in dimension 1
// global: h, w; local: 16, 16
kernel void mandelbrot(global int *out, int w, int limit, float left, float top, float step) {
  int x = get_global_id(1), y = get_global_id(0), n = 0;
  float cr = left + x * step, ci = top + y * step, zr = 0, zi = 0;
  while (n < limit && zr * zr + zi * zi <= 4.0f) {
    float next = zr * zr - zi * zi + cr;
    zi = 2 * zr * zi + ci;
    zr = next;
    n++;
  }
  out[y * w + x] = n;
}
