// global: 1024
// local: null
// arg: near int 1024 = i % 5 - 2
// arg: bits int 1024 = i / 5 % 63
// arg: out int 1024
// expect: out[i] = 15
// Dividends beside multiples of the divisor, of all lengths: what doubles give of a quotient is a step too far or too
// short there.
kernel void test(global const int *near, global const int *bits, global int *out) {
  size_t i = get_global_id(0);
  ulong seed = (i + 1) * 0x9e3779b97f4a7c15UL;
  ulong divisor = seed >> bits[i] | 1, quotient = ~0UL / divisor - (seed & 1);
  ulong dividend = quotient * divisor + near[i];
  ulong q = dividend / divisor, r = dividend % divisor;
  int good = q * divisor + r == dividend && r < divisor && mul_hi(q, divisor) == 0 ? 1 : 0;
  long n = (long)dividend, d = (long)divisor;
  long nq = n / d, nr = n % d;
  good += (ulong)nq * divisor + (ulong)nr == dividend && abs(nr) < abs(d) && (nr == 0 || nr < 0 == n < 0) ? 2 : 0;
  ulong tq = dividend / 1000003, tr = dividend % 1000003;
  good += tq * 1000003 + tr == dividend && tr < 1000003 && mul_hi(tq, 1000003UL) == 0 ? 4 : 0;
  ulong small = dividend >> 15, sq = small / divisor, sr = small % divisor;
  good += sq * divisor + sr == small && sr < divisor && mul_hi(sq, divisor) == 0 ? 8 : 0;
  out[i] = good;
}
