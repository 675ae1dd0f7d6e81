// global: 64
// local: 16
// arg: in float 64 = i * 100000000000000000
// arg: out int 64
// expect: out[i] = i > 8
// Beyond 2^126 (8.5e37) results would be subnormal, which Intel's processors compute with slowly.
kernel void test(global const float *in, global int *out) {
  size_t i = get_global_id(0);
  out[i] = native_recip(in[i] * 1e20f) == 0;
}
