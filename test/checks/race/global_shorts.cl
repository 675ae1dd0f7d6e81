// global: 16
// local: 4
// arg: out short 32
// written: out
// races: 8:10 9:14
kernel void test(global short *out) {
  int i = get_global_id(0);
  out[i] = i;
  out[i + 1] = 3;
}
