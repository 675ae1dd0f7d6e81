// global: 32 x 3
// local: 32x3, 16x1, 8x3, 4x1
// options: -cl-std=CL3.0
// arg: in int 1000 = i * 7 % 101
// arg: out int 1000
// arg: value int 25
// arg: value int 1000
// expect: out[i] = in(i / 25 * 25 + max(i % 25 - 1, 0)) * 10 + i / 25
// Rounds of all work-items, by a flat index that is divided.
kernel void test(global const int *in, global int *out, int w, int n) {
  int items = get_global_size(0) * get_global_size(1);
  for (int g = get_global_id(1) * get_global_size(0) + get_global_id(0); g < n; g += items) {
    int x = g % w, y = g / w;
    out[g] = in[y * w + max(x - 1, 0)] * 10 + y;
  }
}
