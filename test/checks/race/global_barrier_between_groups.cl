// global: 32
// local: 16
// arg: in int 32 = i
// arg: work int 32
// arg: out int 32
// written: work
// written: out
// races: 11:11 13:12
kernel void test(global const int *in, global int *work, global int *out) {
  int i = get_global_id(0);
  work[i] = in[i];
  barrier(CLK_GLOBAL_MEM_FENCE);
  out[i] = work[31 - i];
}
