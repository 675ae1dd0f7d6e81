// global: 48 x 5
// local: null, 16x1, 48x5, 6x5
// arg: in int 240 = i * 7 % 101
// arg: out int 240
// arg: value int 48
// expect: out[i] = in(i / 48 * 48 + max(i % 48 - 1, 0)) * 1000 + in(i / 48 * 48 + (i % 48 < 45 ? i % 48 + 2 : 47))
// A row's ends are its own neighbours.
kernel void test(global const int *in, global int *out, int w) {
  int x = get_global_id(0), y = get_global_id(1);
  global const int *row = in + y * w;
  out[y * w + x] = row[max(x - 1, 0)] * 1000 + row[min(x + 2, w - 1)];
}
