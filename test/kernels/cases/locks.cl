// Each work-item waits until another one lets it on: together they would wait for good.
// options: -cl-wherry-vector-width=4
// options:
// global: 70
// local: 70, 7, 1
// arg: locks int 12
// arg: sums int 8
// expect: locks[i] = i == 2 || i == 3 || i == 4 || i == 5 ? 70 : 0
// expect: sums[i] = i < 4 ? 2415 * (i + 1) : i == 4 ? 828 : i == 5 ? 782 : 805
kernel void test(volatile global int *locks, volatile global int *sums) {
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

  if (i == 69) sums[7] = 805;
}
