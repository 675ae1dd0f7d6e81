// global: 64
// local: 16, 64
// arg: in char 64 = i
// arg: out short 64
// expect: out[i] = in(63 - i) + i
kernel void test(global const char *in, global short *out) {
  int i = get_global_id(0);
  out[63 - i] = in[i] + 63 - i;
}
