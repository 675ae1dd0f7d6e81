// global: 16
// local: 4
// arg: out int 64
// written: out
// races: 8:46 8:46
kernel void test(global int *out) {
  int begin = get_global_id(0) * 3;
  for (int i = 0; i < 4; ++i) out[begin + i] = get_global_id(0);
}
