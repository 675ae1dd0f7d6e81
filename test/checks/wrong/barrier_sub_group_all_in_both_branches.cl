// global: 64
// local: 16
// arg: in int 64 = i % 3
// arg: out int 64
// options: -cl-std=CL3.0
// written: out
// check: line 13:14, ... work-item (1,0,0): divergent call: not all work-items come to this sub-group function: work-item (0,0,0) comes to the sub-group function of line 11:14
__attribute__((intel_reqd_sub_group_size(8))) kernel void test(global const int *in, global int *out) {
  const int i = (int)get_global_id(0), lane = (int)get_sub_group_local_id();
  if (lane % 2 == 0)
    out[i] = sub_group_all(lane < 4);
  else
    out[i] = sub_group_all(lane > 4);
}
