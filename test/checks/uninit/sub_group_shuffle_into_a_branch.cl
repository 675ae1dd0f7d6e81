// global: 64
// local: 16
// arg: in int 64 = i % 3
// arg: out int 64
// options: -cl-std=CL3.0
// written: out
// check: line 11:17, ... work-item (2,0,0): uninitialised: a branch depends on memory that nobody has written
__attribute__((intel_reqd_sub_group_size(8))) kernel void test(global const int *in, global int *out) {
  const int i = (int)get_global_id(0), lane = (int)get_sub_group_local_id();
  out[i] = 0;
  if (lane != 3 && sub_group_shuffle_xor(in[i], 1)) out[i] = sub_group_elect();
}
