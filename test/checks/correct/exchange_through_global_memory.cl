// global: 64
// local: 16
// arg: in int 64 = i
// arg: out int 64
// expect: out[i] = 2 * in(i / 16 * 16 + (i + 5) % 16)
kernel void test(global const int *in, global int *out) {
  int i = get_global_id(0), first = get_group_id(0) * 16;
  out[i] = 2 * in[i];
  barrier(CLK_GLOBAL_MEM_FENCE);
  int other = out[first + (i + 5) % 16];
  barrier(CLK_GLOBAL_MEM_FENCE);
  out[i] = other;
}
