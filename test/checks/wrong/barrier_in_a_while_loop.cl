// global: 64
// local: 16
// arg: in int 64 = i
// arg: out int 64
// written: out
// check: line 9:22, ... divergent call: ... of 16 work-items come to this barrier; work-item ... does not
kernel void test(global const int *in, global int *out) {
  int left = in[get_global_id(0)] % 3;
  while (left-- > 0) barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = left;
}
