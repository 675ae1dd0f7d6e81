// global: 16x4
// local: 8x2
// arg: in int 64 = i
// arg: out int 64
// written: out
// check: line 9:29, ... divergent call: ... of 16 work-items come to this barrier; work-item ... does not
kernel void test(global const int *in, global int *out) {
  int i = get_global_id(1) * 16 + get_global_id(0);
  if (get_local_id(1) == 1) barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = in[i];
}
