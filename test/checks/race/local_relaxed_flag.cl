// global: 64
// local: 16
// options: -cl-std=CL3.0
// arg: in int 64 = i
// arg: out int 64
// written: out
// races: 18:29 15:10
kernel void test(global const int *in, global int *out) {
  local int data;
  local atomic_int ready;
  int id = get_local_id(0);
  if (id == 0) atomic_init(&ready, 0);
  work_group_barrier(CLK_LOCAL_MEM_FENCE);
  if (id == 1) {
    data = in[id];
    atomic_store_explicit(&ready, 1, memory_order_relaxed, memory_scope_work_group);
  } else if (atomic_load_explicit(&ready, memory_order_relaxed, memory_scope_work_group)) {
    out[get_global_id(0)] = data;
  }
}
