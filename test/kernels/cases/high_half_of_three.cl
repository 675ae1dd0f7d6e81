// The high half of three components is the third and one without a value, which must not spoil the third.
// global: 64
// local: 16
// arg: in short 256 = i
// arg: out int 64
// expect: out[i] = 4 * i + 2
kernel void test(global const short3 *in, global int *out) {
  out[get_global_id(0)] = as_int(in[get_global_id(0)].hi) & 0xffff;
}
