// global: 1
// local: 1
// arg: out int 96
// arg: value int 96
// arg: value int 0
// expect: out[i] = i % 3 ? 0 : 5
kernel void test(global int *out, int n, int more) {
  for (int i = 0; i < n; i += 3 + more * more) out[i] = 5;
}
