// global: 64
// local: 16
// arg: in int 64 = i % 9
// arg: out int 64
// expect: out[i] = sum(j, 0, in(i) - 2, j)
kernel void test(global const int *in, global int *out) {
  int i = get_global_id(0), last, sum = 0;
  for (int k = 0; k < in[i]; ++k) {
    if (k > 0) sum += last;
    last = k;
  }
  out[i] = sum;
}
