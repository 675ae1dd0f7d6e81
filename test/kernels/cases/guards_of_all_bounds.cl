// global: 300
// local: 1, 100, 300
// arg: out int 300
// arg: value ulong 0
// arg: value ulong 18446744073709551615
// arg: value ulong 299
// expect: out[i] = i > 0 && i < 299
kernel void test(global int *out, ulong none, ulong most, ulong last) {
  size_t i = get_global_id(0);
  out[i] = 0;
  barrier(CLK_GLOBAL_MEM_FENCE);
  if (i >= none && i <= most && i - 1 < last - 1) out[i] = 1;
}
