// global: 64
// local: 16
// options: -cl-std=CL3.0
// arg: in int 64 = i
// arg: out int 64
// expect: out[i] = 42
kernel void test(global const int *in, global int *out) {
  local atomic_int version, data;
  int id = get_local_id(0);
  if (id == 0) atomic_init(&version, 0), atomic_init(&data, 42);
  work_group_barrier(CLK_LOCAL_MEM_FENCE);
  if (id == 7) {
    atomic_store_explicit(&version, 1, memory_order_relaxed, memory_scope_work_group);
    atomic_work_item_fence(CLK_LOCAL_MEM_FENCE, memory_order_release, memory_scope_work_group);
    atomic_store_explicit(&data, 42, memory_order_relaxed, memory_scope_work_group);
    atomic_store_explicit(&version, 2, memory_order_release, memory_scope_work_group);
  }
  out[get_global_id(0)] = atomic_load_explicit(&data, memory_order_acquire, memory_scope_work_group);
}
