// global: 64
// local: 16
// options: -cl-std=CL3.0
// arg: in int 64 = i
// arg: out int 64
// written: in
// written: out
// races: 14:15 11:13
kernel void test(global int *data, global atomic_int *flag) {
  if (get_global_id(0) == 0) {
    data[0] = 5;
    atomic_store_explicit(flag, 1, memory_order_release, memory_scope_work_group);
  } else if (get_global_id(0) == 63 && atomic_load_explicit(flag, memory_order_acquire, memory_scope_work_group)) {
    data[1] = data[0];
  }
}
