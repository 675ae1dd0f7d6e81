// global: 16
// local: 16
// arg: out int 16
// arg: value int 0
// arg: value int 0
// expect: out[i] = 1
// The host must not divide by the step to count iterations.
kernel void test(global int *out, int n, int step) {
  out[get_global_id(0)] = 1;
  if (step)
    for (int i = 0; i < n; i += step) out[i] = 2;
}
