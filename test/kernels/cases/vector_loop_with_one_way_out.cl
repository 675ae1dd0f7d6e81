// The only way out of a loop stands in a branch: lanes come to it in different rounds.
// global: 64
// local: 64, 5
// options: -cl-std=CL3.0 -cl-wherry-vector-width=8
// arg: in int 64 = i * 5 % 17
// arg: out int 64
// arg: value int 3
// expect: out[i] = 3 * (in(i) % 3) + 9 + 1000 * (in(i) % 3 + 6)
kernel void test(global const int *in, global int *out, int step) {
  const int i = get_global_id(0), phase = in[i] % 3;
  int k = 0, sum = 0;
  for (;; ++k)
    if (k % step == phase) {
      sum += k;
      if (k > step + 2) break;
    }
  out[i] = sum + k * 1000;
}
