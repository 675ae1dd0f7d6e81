// global: 128
// local: 16
// options: -cl-std=CL3.0
// arg: in int 128 = i
// arg: sums int 8
// arg: count int 1
// arg: out int 1
// written: sums
// written: count
// expect: out[i] = 8128
kernel void test(global const int *in, global int *sums, global atomic_int *count, global int *out) {
  local int tile[16];
  local bool last;
  int id = get_local_id(0);
  tile[id] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (id == 0) {
    int sum = 0;
    for (int k = 0; k < 16; ++k) sum += tile[k];
    sums[get_group_id(0)] = sum;
    last = atomic_fetch_add_explicit(count, 1, memory_order_acq_rel, memory_scope_device) == get_num_groups(0) - 1;
  }
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  if (last) {
    int sum = work_group_reduce_add(id < 8 ? sums[id] : 0);
    if (id == 0) out[0] = sum;
  }
}
