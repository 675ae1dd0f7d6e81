// global: 32
// local: 4, 32
// arg: in int 32 = i * i
// arg: out int 32
// expect: out[i] = (in(3) * 2 + L) * 3 + i
kernel void test(global const int *in, global int *out) {
  int uniform_value = in[3] * 2 + get_local_size(0), self = get_global_id(0);
  for (int k = 0; k < 3; ++k) {
    barrier(CLK_LOCAL_MEM_FENCE);
    out[self] += uniform_value;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  out[self] += self;
}
