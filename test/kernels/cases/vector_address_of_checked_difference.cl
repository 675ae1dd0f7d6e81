// global: 240
// local: 24, 40, 48, 240
// arg: in int 240 = i * 7 % 31
// arg: out int 240
// arg: value int 224
// expect: out[i] = in(224 - i / 32 * 32)
// The low bits begin anew within some vectors: there the difference, and the address, are not the same for all lanes.
kernel void test(global const int *in, global int *out, int n) {
  size_t i = get_global_id(0);
  out[i] = in[(i & 31) + n - i];
}
