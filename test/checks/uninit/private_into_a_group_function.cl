// global: 64
// local: 16
// options: -cl-std=CL3.0
// arg: in int 64 = i
// arg: out int 64
// written: out
// check: line 11:12, ... uninitialised: what a work-item does depends on memory that nobody has written
kernel void test(global const int *in, global int *out) {
  int i = get_global_id(0), x;
  if (in[i] % 2) x = in[i];
  out[i] = work_group_reduce_add(x);
}
