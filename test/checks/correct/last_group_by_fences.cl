// global: 128
// local: 16
// options: -cl-std=CL3.0
// arg: in int 128 = i
// arg: copy int 128
// arg: count int 1
// arg: out int 1
// written: copy
// written: count
// expect: out[i] = 8128
kernel void test(global const int *in, global int *copy, global atomic_uint *count, global int *out) {
  local uint arrived;
  copy[get_global_id(0)] = in[get_global_id(0)];
  atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_release, memory_scope_device);
  barrier(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) == 0) arrived = atomic_fetch_add_explicit(count, 1, memory_order_relaxed, memory_scope_device);
  barrier(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE);
  atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acquire, memory_scope_device);
  if (arrived == get_num_groups(0) - 1 && get_local_id(0) == 3) {
    int sum = 0;
    for (int k = 0; k < 128; ++k) sum += copy[k];
    out[0] = sum;
  }
}
