// global: 40
// local: null, 8
// arg: in int 1320 = i * 7 % 101
// arg: out int 40
// arg: value uint 33
// expect: out[i] = sum(k, 0, 32, in(33 * i + k) * (k + 1))
kernel void test(global const int *in, global int *out, uint n) {
  uint i = get_global_id(0);
  int sum = 0;
  for (uint k = n; k-- > 0;) sum += in[i * n + k] * (int)(k + 1);
  out[i] = sum;
}
