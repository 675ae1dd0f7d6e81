// The counter wraps around after 32768 of 40000 columns.
// global: 9
// local: null, 3
// arg: in int 360000 = i * 7 % 101
// arg: out int 9
// arg: value uint 40000
// expect: out[i] = sum(k, 0, 32767, in(40000 * i + k) * (k + 1))
kernel void test(global const int *in, global int *out, uint n) {
  uint i = get_global_id(0);
  int sum = 0;
  for (short k = 0; k < n; k++) sum += in[i * n + k] * (k + 1);
  out[i] = sum;
}
