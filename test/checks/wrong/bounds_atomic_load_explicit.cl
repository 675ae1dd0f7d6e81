// global: 64
// local: 16
// options: -cl-std=CL3.0
// arg: in int 64 = i
// arg: out int 64
// written: out
// check: line 10:34, ... out of bounds: reads 4 bytes at byte 256 of argument 1 'out' (256 bytes)
kernel void test(global const int *in, global atomic_int *out) {
  int i = get_global_id(0);
  atomic_store_explicit(&out[i], atomic_load_explicit(&out[i + 1], memory_order_relaxed, memory_scope_device),
                        memory_order_relaxed, memory_scope_device);
}
