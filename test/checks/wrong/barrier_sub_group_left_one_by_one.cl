// global: 64
// local: 16
// arg: in int 64 = i % 3
// arg: out int 64
// options: -cl-std=CL3.0
// written: out
// check: line 13:12, ... work-item (1,0,0): divergent call: 7 of 8 work-items come to this sub-group function; work-item (0,0,0) does not
__attribute__((intel_reqd_sub_group_size(8))) kernel void test(global const int *in, global int *out) {
  const int i = (int)get_global_id(0), lane = (int)get_sub_group_local_id();
  int sum = 0;
  for (int j = 0;; ++j) {
    if (j == lane) break;
    sum += sub_group_reduce_min(j);
  }
  out[i] = sum;
}
