// global: 32
// local: 16
// options: -cl-std=CL3.0
// arg: in int 32 = i
// arg: out int 32
// written: out
kernel void test(global const int *in, global int *out) {
  local int box[16];
  local atomic_int full[16];
  int id = get_local_id(0);
  atomic_init(&full[id], 0);
  work_group_barrier(CLK_LOCAL_MEM_FENCE);
  box[id] = in[get_global_id(0)];
  atomic_work_item_fence(CLK_LOCAL_MEM_FENCE, memory_order_release, memory_scope_work_group);
  atomic_store_explicit(&full[id], 1, memory_order_relaxed, memory_scope_work_group);
  int other = (id + 15) % 16;
  if (atomic_load_explicit(&full[other], memory_order_relaxed, memory_scope_work_group)) {
    atomic_work_item_fence(CLK_LOCAL_MEM_FENCE, memory_order_acquire, memory_scope_work_group);
    out[get_global_id(0)] = box[other];
  }
}
