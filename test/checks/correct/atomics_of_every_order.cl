// global: 64
// local: 16
// options: -cl-std=CL3.0
// arg: in int 64 = i
// arg: out int 5
// expect: out[i] = i == 0 ? 2016 : i == 1 ? 64 : i == 2 ? 63 : i == 3 ? 0 : 63
kernel void test(global const int *in, global atomic_int *out) {
  int i = get_global_id(0);
  atomic_fetch_add_explicit(&out[0], in[i], memory_order_relaxed, memory_scope_device);
  atomic_fetch_add_explicit(&out[1], 1, memory_order_acq_rel);
  atomic_fetch_max_explicit(&out[2], i, memory_order_release, memory_scope_device);
  atomic_fetch_and_explicit(&out[3], i, memory_order_seq_cst);
  int expected = atomic_load_explicit(&out[4], memory_order_acquire);
  while (expected < i && !atomic_compare_exchange_weak_explicit(&out[4], &expected, i, memory_order_acq_rel,
                                                                memory_order_relaxed));
}
