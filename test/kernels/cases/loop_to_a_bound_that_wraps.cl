// global: 64
// local: 64, 16
// arg: out int 64
// arg: value uint 4294967280
// arg: value uint 16
// expect: out[i] = 32 * i + 496
// The counter wraps around on the way to its bound, which is right by inequality.
kernel void test(global int *out, uint from, uint to) {
  int sum = 0, i = get_global_id(0);
  for (uint g = from; g != to; ++g) sum += i + (int)(g + 16);
  out[i] = sum;
}
