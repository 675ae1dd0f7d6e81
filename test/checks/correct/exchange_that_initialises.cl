// global: 64
// local: 16
// options: -cl-std=CL3.0
// arg: in int 64 = i
// arg: out int 64
// expect: out[i] = 16
kernel void test(global const int *in, global int *out) {
  local atomic_int count;
  local int plain;
  int id = get_local_id(0);
  if (id == 2) atomic_store_explicit(&count, 0, memory_order_relaxed, memory_scope_work_group);
  if (id == 3) atomic_xchg(&plain, 0);
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_fetch_add_explicit(&count, 1, memory_order_relaxed, memory_scope_work_group);
  atomic_add(&plain, id < 0);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = atomic_load_explicit(&count, memory_order_relaxed, memory_scope_work_group) + plain;
}
