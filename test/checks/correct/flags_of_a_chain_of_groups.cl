// global: 64
// local: 16
// options: -cl-std=CL3.0
// arg: data int 64
// arg: flag int 1
// arg: out int 4
// written: data
// written: flag
// expect: out[i] = 16 * i
kernel void test(global int *data, global atomic_int *flag, global int *out) {
  int group = get_group_id(0), id = get_local_id(0);
  data[get_global_id(0)] = 1;
  work_group_barrier(CLK_GLOBAL_MEM_FENCE, memory_scope_device);
  if (id == 0) {
    int sum = 0;
    if (atomic_load_explicit(flag, memory_order_acquire, memory_scope_device) == group)
      for (int k = 0; k < 16 * group; ++k) sum += data[k];
    else
      sum = 16 * group;
    out[group] = sum;
    int expected = group;
    atomic_compare_exchange_strong_explicit(flag, &expected, group + 1, memory_order_acq_rel, memory_order_acquire,
                                            memory_scope_device);
  }
}
