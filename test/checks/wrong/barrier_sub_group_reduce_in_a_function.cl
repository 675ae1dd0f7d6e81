// global: 64
// local: 16
// arg: in int 64 = i % 3
// arg: out int 64
// options: -cl-std=CL3.0
// written: out
// check: line 8:28, ... work-item (4,0,0): divergent call: 4 of 8 work-items come to this sub-group function; work-item (0,0,0) does not
int sum_of(int x) { return sub_group_reduce_add(x); }
__attribute__((intel_reqd_sub_group_size(8))) kernel void test(global const int *in, global int *out) {
  const int i = (int)get_global_id(0), lane = (int)get_sub_group_local_id();
  out[i] = lane > 3 ? sum_of(in[i]) : 0;
}
