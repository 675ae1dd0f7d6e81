// global: 32
// local: 1
// arg: lock int 1
// arg: sum int 1
// written: lock
// written: sum
// races: 10:8 10:8
kernel void test(global int *lock, global int *sum) {
  while (atomic_cmpxchg(lock, 0, 1) != 0) {}
  *sum += 1;
  atomic_xchg(lock, 0);
}
