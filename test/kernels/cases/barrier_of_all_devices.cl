// global: 64
// local: 16
// options: -cl-std=CL3.0
// arg: in int 64 = i * 7 % 31
// arg: out int 64
// expect: out[i] = in(i / 16 * 16 + 15 - i % 16) + in(i / 16 * 16 + 15 - (i + 1) % 16)
// Clang gives such a barrier in SPIR-V the memory's scope for the execution's, too.
kernel void test(global const int *in, global int *out) {
  int l = get_local_id(0), first = get_global_id(0) - l;
  local int tile[16];
  tile[15 - l] = in[first + l];
  work_group_barrier(CLK_LOCAL_MEM_FENCE, memory_scope_all_svm_devices);
  out[first + l] = tile[l];
  work_group_barrier(CLK_GLOBAL_MEM_FENCE, memory_scope_device);
  int next = out[first + (l + 1) % 16];
  work_group_barrier(CLK_GLOBAL_MEM_FENCE, memory_scope_all_svm_devices);
  out[first + l] += next;
}
