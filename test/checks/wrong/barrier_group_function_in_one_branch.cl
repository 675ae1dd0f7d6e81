// global: 64
// local: 16
// arg: out int 64
// options: -cl-std=CL2.0
// written: out
// check: line 10:20, ... divergent call: 8 of 16 work-items come to this work-group function; work-item (8,0,0) does not
kernel void test(global int *out) {
  size_t i = get_local_id(0);
  int sum = 0;
  if (i < 8) sum = work_group_reduce_add(1);
  out[get_global_id(0)] = sum;
}
