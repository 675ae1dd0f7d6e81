// global: 64
// local: 16
// options: -cl-std=CL3.0
// arg: in int 64 = i
// arg: out int 64
// written: out
// check: line 13:14, ... divergent call: not all work-items come to this work-group function: work-item ... comes to the work-group function of line 11:14
kernel void test(global const int *in, global int *out) {
  int i = get_global_id(0);
  if (in[i] % 2)
    out[i] = work_group_reduce_min(i);
  else
    out[i] = work_group_reduce_max(i);
}
