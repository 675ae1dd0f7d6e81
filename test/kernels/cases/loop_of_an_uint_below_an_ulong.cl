// global: 70
// local: null, 7
// arg: in int 14000 = i * 7 % 101
// arg: out int 14000
// arg: value ulong 200
// expect: out[i] = in(i) * 3 + i % 200
kernel void test(global const int *in, global int *out, ulong w) {
  size_t y = get_global_id(0);
  uint x = 0;
  do {
    out[y * w + x] = in[y * w + x] * 3 + x;
  } while (++x < w);
}
