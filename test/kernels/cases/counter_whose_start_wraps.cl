// global: 64
// local: null, 8, 32
// arg: in int 65700 = i * 7 % 101
// arg: out int 64
// arg: value uint 65500
// expect: out[i] = sum(k, 0, 1, in((65500 + i) % 65536 + 64 * k)) + sum(k, 0, 1, in((65563 - i) % 65536 + 64 * k) - 2 * in((65563 - i) % 65536 + 64 * k + 1))
kernel void test(global const int *in, global int *out, uint first) {
  uint i = get_global_id(0);
  int sum = 0;
  for (ulong j = (ushort)(first + i), t = 0; t < 2; ++t, j += 64) sum += in[j];
  for (ulong j = (ushort)(first + 63 - i), t = 0; t < 2; ++t, j += 64) sum += in[j] - 2 * in[j + 1];
  out[i] = sum;
}
