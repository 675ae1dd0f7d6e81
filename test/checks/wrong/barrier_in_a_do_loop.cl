// global: 64
// local: 16
// arg: in int 64 = i
// arg: out int 64
// written: out
// check: line 9:6, ... divergent call: ... of 16 work-items come to this barrier; work-item ... does not
kernel void test(global const int *in, global int *out) {
  int left = in[get_global_id(0)] % 3;
  do barrier(CLK_GLOBAL_MEM_FENCE); while (left-- > 0);
  out[get_global_id(0)] = left;
}
