// global: 64
// local: 64, 16
// arg: in int 64 = i * 3 + 1
// arg: out int 64
// arg: value uint 0
// expect: out[i] = in(i) + 1
// Where a divisor is 0, 1 stands in its place.
kernel void test(global const int *in, global int *out, uint n) {
  uint g = get_global_id(0), y = g / n, x = g % n;
  out[y + x] = in[y] + (x == 0);
}
