// The index is a sum of 32 bits to which a counter of 16 bits is extended.
// global: 9
// local: null, 3
// arg: in int 1800 = i * 7 % 101
// arg: out int 9
// arg: value uint 200
// expect: out[i] = sum(k, 0, 199, in(200 * i + k) * (k + 1))
kernel void test(global const int *in, global int *out, uint n) {
  uint i = get_global_id(0);
  int sum = 0;
  for (short k = 0; k < n; k++) sum += in[i * n + k] * (k + 1);
  out[i] = sum;
}
