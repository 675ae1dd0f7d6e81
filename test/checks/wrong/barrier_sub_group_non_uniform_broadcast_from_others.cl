// global: 64
// local: 16
// arg: in int 64 = i % 3
// arg: out int 64
// options: -cl-std=CL3.0
// written: out
// check: line 11:39, ... work-item (3,0,0): divergent arguments: passes 1 to this sub-group function, another work-item 7
__attribute__((intel_reqd_sub_group_size(8))) kernel void test(global const int *in, global int *out) {
  const int i = (int)get_global_id(0), lane = (int)get_sub_group_local_id();
  out[i] = 0;
  if (lane & 1 || lane > 99) out[i] = sub_group_non_uniform_broadcast(in[i], lane == 1 ? 7 : 1);
}
