// global: 64
// local: 16
// options: -cl-std=CL3.0
// arg: in int 64 = i
// arg: out int 64
// written: in
// written: out
// races: 17:15 12:13
kernel void test(global int *data, global atomic_int *flag) {
  int id = get_global_id(0);
  if (id == 0) {
    data[0] = 5;
    atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_release, memory_scope_work_group);
    atomic_store_explicit(flag, 1, memory_order_relaxed, memory_scope_device);
  } else if (id == 63 && atomic_load_explicit(flag, memory_order_relaxed, memory_scope_device)) {
    atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acquire, memory_scope_device);
    data[1] = data[0];
  }
}
