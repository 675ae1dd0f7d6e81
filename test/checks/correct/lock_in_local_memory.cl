// global: 32
// local: 16
// options: -cl-std=CL3.0
// arg: in int 32 = i + 1
// arg: out int 2
// expect: out[i] = sum(j, 0, 15, in(i * 16 + j))
kernel void test(global const int *in, global int *out) {
  local int sum;
  local atomic_int lock;
  int id = get_local_id(0);
  if (id == 0) {
    sum = 0;
    atomic_init(&lock, 0);
  }
  work_group_barrier(CLK_LOCAL_MEM_FENCE);
  for (bool done = false; !done;) {
    int expected = 0;
    if (atomic_compare_exchange_strong_explicit(&lock, &expected, 1, memory_order_acquire, memory_order_relaxed,
                                                memory_scope_work_group)) {
      sum += in[get_global_id(0)];
      atomic_store_explicit(&lock, 0, memory_order_release, memory_scope_work_group);
      done = true;
    }
  }
  work_group_barrier(CLK_LOCAL_MEM_FENCE);
  if (id == 0) out[get_group_id(0)] = sum;
}
