// global: 64
// local: 64, 16
// arg: in int 64 = i * 3 + 1
// arg: out int 64
// arg: value uint 0
// arg: value int 0
// expect: out[i] = in(i)
// What divides behind a branch is not divided before it.
kernel void test(global const int *in, global int *out, uint n, int m) {
  uint g = get_global_id(0);
  int i = g;
  if (n) out[g / n] = in[g % n];
  else if (m) out[i / m] = in[i % m];
  else out[g] = in[g];
}
