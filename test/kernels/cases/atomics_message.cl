// global: 64
// local: 1, 8
// options: -cl-std=CL3.0
// arg: data int 64
// arg: flags int 64
// arg: out int 64
// expect: out[i] = i * 5 + 1
// expect: data[i] = i * 5 + 1
// expect: flags[i] = 1
// What was written before a release is seen after an acquire, through fences too.
kernel void test(global int *data, volatile global atomic_int *flags, global int *out) {
  int i = get_global_id(0);
  data[i] = i * 5 + 1;
  atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_release, memory_scope_device);
  atomic_store_explicit(&flags[i], 1, memory_order_relaxed, memory_scope_device);
  int ready = atomic_load_explicit(&flags[i], memory_order_relaxed, memory_scope_device);
  atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acquire, memory_scope_device);
  out[i] = ready ? data[i] : -1;
}
