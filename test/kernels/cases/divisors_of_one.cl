// global: 4096
// local: 64
// arg: in int 4096 = i * 37 % 101
// arg: sums int 4096
// arg: greatest int 4096
// arg: value uint 24000
// arg: value uint 4294943298
// arg: value uint 4294967295
// expect: sums[i] = in(0) + i
// expect: greatest[i] = in(0) + i
// Divisors that are 1 for reasons which are none of a division without a result.
kernel void test(global const int *in, global int *sums, global int *greatest, uint a, uint b, uint c) {
  uint g = get_global_id(0), w = a / 8, v = c == 0xffffffffu ? 1u : (c | 1);
  if (a + b < 8 || w == 0) w = 1;
  sums[g] = in[g % w] + g / w;
  greatest[g] = in[g % v] + g / v;
}
