// global: 64
// local: 12
// arg: in int 64 = i % 3
// arg: out int 64
// options: -cl-std=CL3.0
// written: out
// check: line 11:12, ... work-item (8,0,0): absent work-item: takes the value of sub-group local id 4, which the sub-group lacks
// The second sub-group has four work-items.
__attribute__((intel_reqd_sub_group_size(8))) kernel void test(global const int *in, global int *out) {
  const int i = (int)get_global_id(0), lane = (int)get_sub_group_local_id();
  out[i] = sub_group_broadcast(in[i], 4);
}
