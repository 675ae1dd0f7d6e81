// global: 64
// local: 16
// arg: in int 64 = i % 3
// arg: out int 64
// options: -cl-std=CL3.0
// written: out
// check: line 11:24, ... work-item (1,0,0): uninitialised: what the kernel writes depends on memory that nobody has written
__attribute__((intel_reqd_sub_group_size(8))) kernel void test(global const int *in, global int *out) {
  const int i = (int)get_global_id(0), lane = (int)get_sub_group_local_id();
  out[i] = 0;
  if (lane & 1) out[i] = sub_group_non_uniform_broadcast(in[i], 2) + 1;
}
