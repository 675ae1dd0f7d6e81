// global: 16
// local: 16
// arg: in int 17 = i
// arg: out int 16
// expect: out[i] = i + i + (i + 7) * 13 % 16
kernel void test(global const int *in, global int *out) {
  uint i = get_global_id(0) + 1;
  size_t wide = get_global_id(0) + 1;
  uint hash = (i + 6) * 13u + 0xfffffff0u * 16u;
  hash = hash * 1u % 16;
  out[i + 0xffffffffu] = in[i - 1] + in[wide + (size_t)-1] + in[hash];
}
