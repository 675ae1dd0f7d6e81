// global: 64
// local: 16
// arg: total int 1
// expect: total[i] = sum(k, 0, 63, k)
kernel void test(volatile global int *total) {
  int expected = *total, seen;
  while ((seen = atomic_cmpxchg(total, expected, expected + (int)get_global_id(0))) != expected) expected = seen;
}
