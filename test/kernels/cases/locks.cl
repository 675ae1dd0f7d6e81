// Each work-item waits until another one lets it on: together they would wait for good.
// options: -cl-wherry-vector-width=4
// options:
// global: 70
// local: 70, 7, 1
// arg: locks int 12
// arg: sums int 9
// arg: upto int 70
// expect: locks[i] = i == 2 || i == 3 || i == 4 || i == 5 ? 70 : 0
// expect: sums[i] = i < 4 ? 2415 * (i + 1) : i == 4 ? 828 : i == 5 ? 782 : i == 6 ? 805 : 2415 * 7
// expect: upto[i] = i * (i + 1) / 2 + 1
__attribute__((noinline)) void take(volatile global int *lock) {
  while (atomic_xchg(lock, 1)) {
  }
}

kernel void test(volatile global int *locks, volatile global int *sums, volatile global int *upto) {
  int i = get_global_id(0);
  while (atomic_cmpxchg(locks, 0, 1) != 0) {
  }
  sums[0] += i;
  mem_fence(CLK_GLOBAL_MEM_FENCE);
  atomic_xchg(locks, 0);

  for (;;)
    if (!atomic_xchg(locks + 1, 1)) {
      sums[1] += 2 * i;
      mem_fence(CLK_GLOBAL_MEM_FENCE);
      atomic_xchg(locks + 1, 0);
      break;
    }

  int ticket = atomic_inc(locks + 2);
  while (atomic_or(locks + 3, 0) != ticket) {
  }
  sums[2] += 3 * i;
  mem_fence(CLK_GLOBAL_MEM_FENCE);
  atomic_inc(locks + 3);

  ticket = atomic_inc(locks + 4);
  while (locks[5] != ticket) {
  }
  sums[3] += 4 * i;
  mem_fence(CLK_GLOBAL_MEM_FENCE);
  atomic_inc(locks + 5);

  while (atomic_cmpxchg(locks + 6 + i % 3, 0, 1)) {
  }
  sums[4 + i % 3] += i;
  mem_fence(CLK_GLOBAL_MEM_FENCE);
  atomic_xchg(locks + 6 + i % 3, 0);

  // Two at once, one given back where the other is taken.
  int done = 0;
  while (!done)
    if (atomic_xchg(locks + 9 + i % 3, 1) == 0) {
      if (atomic_xchg(locks + 9 + (i + 1) % 3, 1) == 0)
        done = 1;
      else
        atomic_xchg(locks + 9 + i % 3, 0);
    }
  atomic_add(sums + 7, 7 * i);
  atomic_xchg(locks + 9 + i % 3, 0);
  atomic_xchg(locks + 9 + (i + 1) % 3, 0);

  take(locks);
  sums[8] += 7 * i;
  mem_fence(CLK_GLOBAL_MEM_FENCE);
  atomic_xchg(locks, 0);

  // A sum of all before, from the one before.
  while (i && upto[i - 1] == 0) {
  }
  upto[i] = (i ? upto[i - 1] : 1) + i;
}
