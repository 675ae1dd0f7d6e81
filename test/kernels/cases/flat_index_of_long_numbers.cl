// global: 600
// local: null, 600, 24
// arg: out int 600
// arg: value int 24
// arg: value int 25
// expect: out[i] = i % 24 + 1000 * (i / 24)
kernel void test(global int *out, int w, int h) {
  long g = get_global_id(0);
  long x = g % w, y = g / w;
  if (y >= h) return;
  out[y * w + x] = x + 1000 * y;
}
