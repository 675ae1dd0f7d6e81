// The counter wraps around after 128 of 200 columns, to a number that is above the bound.
// global: 70
// local: null, 7
// arg: in int 14000 = i * 7 % 101
// arg: out int 14000
// arg: value uint 200
// expect: out[i] = i % 200 < 128 ? in(i) * 3 + i % 200 : 0
kernel void test(global const int *in, global int *out, uint w) {
  size_t y = get_global_id(0);
  char x = 0;
  do {
    out[y * w + x] = in[y * w + x] * 3 + x;
  } while (++x < w);
}
