// The loop of eight elements, one by one.
// global: 9
// local: null, 3
// arg: in int 100 = i * 7 % 101
// arg: out int 100
// expect: out[i] = i < 72 ? in(i) * 3 + 5 : 0
kernel void test(global const int *in, global int *out) {
  int i = get_global_id(0) * 8;
  out[i] = in[i] * 3 + 5;
  out[i + 1] = in[i + 1] * 3 + 5;
  out[i + 2] = in[i + 2] * 3 + 5;
  out[i + 3] = in[i + 3] * 3 + 5;
  out[i + 4] = in[i + 4] * 3 + 5;
  out[i + 5] = in[i + 5] * 3 + 5;
  out[i + 6] = in[i + 6] * 3 + 5;
  out[i + 7] = in[i + 7] * 3 + 5;
}
