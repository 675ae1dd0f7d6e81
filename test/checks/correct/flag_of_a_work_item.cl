// global: 32
// local: 16
// options: -cl-std=CL3.0
// arg: in int 32 = i + 1
// arg: out int 32
// written: out
kernel void test(global const int *in, global int *out) {
  local int data;
  local atomic_int ready;
  int id = get_local_id(0);
  if (id == 0) atomic_init(&ready, 0);
  work_group_barrier(CLK_LOCAL_MEM_FENCE);
  if (id == 3) {
    data = in[get_global_id(0)];
    atomic_store_explicit(&ready, 1, memory_order_release, memory_scope_work_group);
  }
  if (id > 3 && atomic_load_explicit(&ready, memory_order_acquire, memory_scope_work_group)) out[get_global_id(0)] = data;
}
