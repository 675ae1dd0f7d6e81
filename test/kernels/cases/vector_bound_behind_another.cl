// global: 256
// local: 64, 16, 32
// arg: value ulong 37
// arg: value ulong 101
// arg: in int 260 = i % 13
// arg: c int 256
// arg: all int 256
// expect: c[i] = i < 37 || in(i) > 5 ? in(i) * in(i + 1) + 7 + (i < 101 ? in(i + 2) : 0) : 0
// expect: all[i] = in(i) + 1
// A bound that only some lanes come to does not decide who goes on.
kernel void test(ulong n, ulong m, global const int *in, global int *c, global int *all) {
  size_t i = get_global_id(0);
  if (i < n || in[i] > 5) {
    int t = in[i] * in[i + 1] + 7;
    if (i < m) t += in[i + 2];
    c[i] = t;
  }
  all[i] = in[i] + 1;
}
