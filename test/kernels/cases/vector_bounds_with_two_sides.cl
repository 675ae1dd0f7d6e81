// global: 256
// local: 64, 16, 32
// arg: value int 37
// arg: value int 101
// arg: a int 256
// arg: b int 256
// arg: count int 1
// expect: a[i] = i >= 37 ? 1 : 0
// expect: b[i] = i < 101 ? 5 : 0
// expect: count[i] = 219
// Something is done before the second bound, and must not be done again for the lanes that differ there.
kernel void test(int n, int m, global int *a, global int *b, global int *count) {
  int i = get_global_id(0);
  if (i >= n) {
    a[i] += 1;
    atomic_inc(count);
  }
  if (i < m) b[i] = 5;
}
