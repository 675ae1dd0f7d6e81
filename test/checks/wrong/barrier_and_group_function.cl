// global: 64
// local: 16
// arg: out int 64
// options: -cl-std=CL2.0
// written: out
// check: line 11:9, ... divergent call: not all work-items come to this ... of line 
kernel void test(global int *out) {
  size_t i = get_local_id(0);
  int x = 0;
  if (i < 8)
    x = work_group_all(1);
  else
    barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = x;
}
