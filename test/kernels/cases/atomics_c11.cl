// global: 256
// local: 1, 16, 64
// options: -cl-std=CL3.0
// arg: out int 12 = i == 2 ? 1000000 : i == 5 ? -1 : i == 9 ? -1 : 0
// arg: seen int 256 = -1
// expect: out[i] = i == 0 ? 256 : i == 1 ? -32640 : i == 2 ? 0 : i == 3 ? 255 : i == 4 ? 255 : i == 5 ? 0 : i == 6 ? 0 : i == 7 ? 32640 : i == 8 ? 256 : i == 9 ? 77 : i == 10 ? 256 / L : 0
// expect: seen[i] = i
kernel void test(volatile global atomic_int *out, global int *seen) {
  int i = get_global_id(0);
  int was = atomic_fetch_add_explicit(&out[0], 1, memory_order_relaxed, memory_scope_device);
  seen[was] = was;
  atomic_fetch_sub(&out[1], i);
  atomic_fetch_min_explicit(&out[2], i, memory_order_acq_rel);
  atomic_fetch_max_explicit(&out[3], i, memory_order_seq_cst, memory_scope_all_svm_devices);
  atomic_fetch_or(&out[4], i);
  atomic_fetch_and(&out[5], i);
  atomic_fetch_xor(&out[6], i);
  int expected = atomic_load(&out[7]);
  while (!atomic_compare_exchange_weak_explicit(&out[7], &expected, expected + i, memory_order_acq_rel,
                                                memory_order_acquire, memory_scope_device)) {
  }
  volatile atomic_int *any = &out[8];
  while (atomic_compare_exchange_strong(any, &expected, expected + 1) == false) {
  }
  if (i == 0) {
    atomic_store_explicit(&out[9], 5, memory_order_release);
    if (atomic_exchange(&out[9], 76) == 5) atomic_fetch_add(&out[9], 1);
  }
  volatile atomic_flag *flag = (volatile atomic_flag *)&out[11];
  if (get_local_id(0)) return;
  while (atomic_flag_test_and_set_explicit(flag, memory_order_acquire, memory_scope_device)) {
  }
  int inside = atomic_load(&out[10]);
  atomic_store(&out[10], inside + 1);
  atomic_flag_clear_explicit(flag, memory_order_release, memory_scope_device);
}
