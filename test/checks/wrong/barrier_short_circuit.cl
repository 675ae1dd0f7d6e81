// global: 64
// local: 16
// options: -cl-std=CL3.0
// arg: in int 64 = i
// arg: out int 64
// written: out
// check: line 10:27, ... divergent call: ... of 16 work-items come to this work-group function; work-item ... does not
kernel void test(global const int *in, global int *out) {
  int i = get_global_id(0);
  bool yes = in[i] % 2 && work_group_any(i > 3);
  out[i] = yes;
}
