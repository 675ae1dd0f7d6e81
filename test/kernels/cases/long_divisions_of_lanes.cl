// global: 1024
// local: null
// arg: near int 1024 = i % 5 - 2
// arg: bits int 1024 = i / 5 % 63
// arg: out int 1024
// arg: value int 0
// expect: out[i] = 15
// Dividends beside multiples of the divisor, of all lengths: what doubles give of a quotient is a step too far or too
// short there. LLVM does not know `zero`, and cannot tell that a remainder is less than the divisor.
kernel void test(global const int *near, global const int *bits, global int *out, int zero) {
  size_t i = get_global_id(0);
  ulong seed = (i + 1) * 0x9e3779b97f4a7c15UL;
  ulong divisor = seed >> bits[i] | 1, dividend = (~0UL / divisor - (seed & 1)) * divisor + near[i];
  ulong q = dividend / divisor ^ zero, r = dividend % divisor ^ zero;
  int good = q * divisor + r == dividend && r < divisor && mul_hi(q, divisor) == 0 ? 1 : 0;
  long n = (long)dividend, d = (long)divisor, nq = n / d ^ zero, nr = n % d ^ zero;
  good += nq * d + nr == n && abs(nr) < abs(d) && (nr == 0 || nr < 0 == n < 0) ? 2 : 0;
  q = dividend / 1000003 ^ zero, r = dividend % 1000003 ^ zero;
  good += q * 1000003 + r == dividend && r < 1000003 && mul_hi(q, 1000003UL) == 0 ? 4 : 0;
  ulong small = dividend >> 15;
  q = small / divisor ^ zero, r = small % divisor ^ zero;
  good += q * divisor + r == small && r < divisor && mul_hi(q, divisor) == 0 ? 8 : 0;
  out[i] = good;
}
