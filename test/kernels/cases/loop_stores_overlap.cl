// global: 1
// local: 1
// arg: out int 64
// arg: value int 32
// arg: value int 1
// expect: out[i] = i < 32 ? i : i == 32 ? 131 : 0
// The iterations store two neighbours each, and lie one apart.
kernel void test(global int *out, int n, int stride) {
  for (int i = 0; i < n; i++) {
    out[i * stride] = i;
    out[i * stride + 1] = i + 100;
  }
}
