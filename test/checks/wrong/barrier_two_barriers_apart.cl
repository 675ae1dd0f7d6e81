// global: 64
// local: 16
// arg: in int 64 = i
// arg: out int 64
// written: out
// check: line 11:5, ... divergent call: not all work-items come to this barrier: work-item ... comes to the barrier of line 14:5
kernel void test(global const int *in, global int *out) {
  int i = get_global_id(0);
  if (in[i] % 16 < 8) {
    out[i] = 1;
    barrier(CLK_LOCAL_MEM_FENCE);
  } else {
    out[i] = 2;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}
