// global: 32
// local: 16
// options: -cl-std=CL3.0
// arg: in int 32 = i
// arg: out int 32
// written: out
kernel void test(global const int *in, global int *out) {
  local atomic_int full[16];
  local int box[16];
  int id = get_local_id(0);
  global int *mine = out + get_group_id(0) * 16;
  atomic_init(&full[id], 0);
  work_group_barrier(CLK_LOCAL_MEM_FENCE);
  if (id < 8) {
    mine[id] = in[id] + 1;
    box[id] = in[id];
    atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_release, memory_scope_work_group);
    atomic_work_item_fence(CLK_LOCAL_MEM_FENCE, memory_order_release, memory_scope_work_group);
    atomic_store_explicit(&full[id], 1, memory_order_relaxed, memory_scope_work_group);
  } else if (atomic_load_explicit(&full[id - 8], memory_order_relaxed, memory_scope_work_group)) {
    atomic_work_item_fence(CLK_LOCAL_MEM_FENCE, memory_order_acquire, memory_scope_work_group);
    atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acquire, memory_scope_work_group);
    mine[id] = 10 * mine[id - 8] + box[id - 8];
  }
}
