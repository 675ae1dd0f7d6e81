// global: 256
// local: 64, 16, 32
// arg: value int 37
// arg: value int 101
// arg: in int 258 = i % 13
// arg: a int 256
// arg: b int 256
// arg: count int 1
// arg: c int 256
// arg: all int 256
// expect: a[i] = i >= 37 ? 1 : 0
// expect: b[i] = i < 101 ? 5 : 0
// expect: count[i] = 219
// expect: c[i] = i < 37 || in(i) > 5 ? in(i) + (i < 101 ? in(i + 2) : 0) : 0
// expect: all[i] = in(i) + 1
// Something is done before the second bound, and must not be done again for the lanes that differ there; nor may what
// only some lanes come to decide who goes on.
kernel void test(int n, int m, global const int *in, global int *a, global int *b, global int *count, global int *c,
                 global int *all) {
  int i = get_global_id(0);
  if (i >= n) {
    a[i] += 1;
    atomic_inc(count);
  }
  if (i < m) b[i] = 5;
  if (i < n || in[i] > 5) {
    int t = in[i];
    if (i < m) t += in[i + 2];
    c[i] = t;
  }
  all[i] = in[i] + 1;
}
