// global: 64
// local: 16
// options: -cl-std=CL3.0
// arg: in int 64 = i
// arg: out int 64
// written: in
// written: out
// races: 15:41 11:13
kernel void test(global int *data, global atomic_int *flag) {
  if (get_group_id(0) == 0 && get_local_id(0) == 0) {
    data[0] = 5;
    atomic_store_explicit(flag, 1, memory_order_relaxed, memory_scope_device);
  } else if (atomic_load_explicit(flag, memory_order_relaxed, memory_scope_device)) {
    data[1 + get_global_id(0) % 63] = 1;
    atomic_fetch_add_explicit(flag + 1, data[0], memory_order_relaxed, memory_scope_device);
  }
}
