// global: 64
// local: 64, 16
// options: -cl-std=CL1.2
// options: -cl-wherry-vector-width=1
// offset: 2147483648
// arg: value int -2147483648
// arg: value int 1
// arg: in int 64 = i * 3
// arg: out int 64
// expect: out[i] = i < 63 ? (i + 1) * 3 : 0
// That the difference is one of ints holds behind the bound alone.
kernel void test(int n, int d, global const int *in, global int *out) {
  int i = (int)get_global_id(0);
  if (i > n) out[(long)(i - d) + 2147483648L] = in[i + 2147483648L];
}
