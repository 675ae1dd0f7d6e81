// global: 64
// local: 16
// options: -cl-std=CL3.0
// arg: in int 64 = i
// arg: out int 64
// written: out
// check: line 10:50, ... divergent call: ... of 16 work-items come to this work-group function; work-item ... does not
kernel void test(global const int *in, global int *out) {
  int i = get_global_id(0), sum = 0;
  for (int k = 0; k < in[i] % 3 + 1; ++k) sum += work_group_reduce_add(k);
  out[i] = sum;
}
