// global: 64
// local: 8
// options: -cl-std=CL3.0
// arg: in int 64 = i + 1
// arg: lock int 1
// arg: out int 1
// written: lock
// expect: out[i] = sum(j, 0, 63, in(j))
kernel void test(global const int *in, global atomic_int *lock, global int *out) {
  for (bool done = false; !done;) {
    int expected = 0;
    if (atomic_compare_exchange_strong_explicit(lock, &expected, 1, memory_order_acquire, memory_order_relaxed,
                                                memory_scope_device)) {
      out[0] += in[get_global_id(0)];
      atomic_store_explicit(lock, 0, memory_order_release, memory_scope_device);
      done = true;
    }
  }
}
