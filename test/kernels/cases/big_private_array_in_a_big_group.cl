// global: 2048
// local: 2048
// arg: out int 2048
// expect: out[i] = i * 2 + 255
kernel void test(global int *out) {
  int mine[256], self = get_global_id(0);
  for (int k = 0; k < 256; ++k) mine[k] = self + k;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[self] = mine[255] + mine[self % 256] - self % 256;
}
