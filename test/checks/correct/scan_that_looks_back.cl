// global: 64
// local: 8
// options: -cl-std=CL3.0
// arg: in int 64 = i
// arg: sums int 8
// arg: flags int 8
// arg: out int 64
// written: sums
// written: flags
// expect: out[i] = i * (i + 1) / 2
kernel void test(global const int *in, global int *sums, global atomic_int *flags, global int *out) {
  local int before;
  int id = get_local_id(0), group = get_group_id(0);
  int scan = work_group_scan_inclusive_add(in[get_global_id(0)]);
  int all = work_group_broadcast(scan, 7);
  if (id == 0) {
    before = 0;
    if (group > 0) {
      while (atomic_load_explicit(&flags[group - 1], memory_order_acquire, memory_scope_device) == 0);
      before = sums[group - 1];
    }
    sums[group] = before + all;
    atomic_store_explicit(&flags[group], 1, memory_order_release, memory_scope_device);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = before + scan;
}
