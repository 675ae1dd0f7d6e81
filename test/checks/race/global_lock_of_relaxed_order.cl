// global: 64
// local: 16
// options: -cl-std=CL3.0
// arg: in int 64 = i
// arg: out int 64
// written: in
// written: out
// races: 15:13 15:13
kernel void test(global int *data, global atomic_int *lock) {
  if (get_local_id(0) == 0) {
    int expected = 0;
    while (!atomic_compare_exchange_strong_explicit(lock, &expected, 1, memory_order_relaxed, memory_order_relaxed,
                                                    memory_scope_device))
      expected = 0;
    data[0] += 1;
    atomic_store_explicit(lock, 0, memory_order_relaxed, memory_scope_device);
  }
}
