// global: 300
// local: 100, 300, 20
// arg: in int 48 = i * 3 + 1
// arg: out int 300
// arg: value int 24
// expect: out[i] = in((i - 100) % 24 + 24) + 1000 * ((i - 100) / 24)
// A negative number's quotient is rounded towards 0: its work-items do not go in segments.
kernel void test(global const int *in, global int *out, int n) {
  int i = (int)get_global_id(0) - 100;
  out[i + 100] = in[i % n + n] + 1000 * (i / n);
}
