// global: 64
// local: 16
// arg: in int 64 = i
// arg: out int 64
// written: in
// written: out
// races: 10:12 14:11 | 12:13 12:13
kernel void test(global int *data, volatile global int *lock) {
  if (get_local_id(0) == 0) {
    while (atomic_cmpxchg(lock, 0, 1));
    mem_fence(CLK_GLOBAL_MEM_FENCE);
    data[0] += 1;
    mem_fence(CLK_GLOBAL_MEM_FENCE);
    *lock = 0;
  }
}
