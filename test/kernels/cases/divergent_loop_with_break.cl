// global: 64
// local: 1, 16
// arg: in int 64 = i * 13 % 64
// arg: out int 64
// expect: out[i] = in(i) % 8
kernel void test(global const int *in, global int *out) {
  int i = get_global_id(0), k = 0;
  for (;; ++k) {
    if (k >= 64) break;
    if ((in[i] - k) % 8 == 0) break;
  }
  out[i] = k;
}
