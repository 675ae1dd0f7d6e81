// global: 8
// local: 8
// arg: in short 48 = i * 3
// arg: out short 48
// expect: out[i] = i < 24 ? in(i) + 1 : 0
kernel void test(global const short *in, global short *out) {
  int i = get_global_id(0);
  vstore3(vload3(i, in) + (short)1, i, out);
}
