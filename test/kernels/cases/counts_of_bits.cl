// Bits and places counted by taking them away, as loops that ask before, in, and behind an iteration; and bits spread by a loop over their places.
// global: 300
// local: null, 50
// arg: in uint 300 = i == 0 ? 0 : i == 1 ? 4294967295 : i == 2 ? 2147483648 : i * 2654435761 % 4294967296
// arg: taken int 300
// arg: shifted int 300
// arg: behind int 300
// arg: spread uint 300
// arg: places int 300
// arg: logarithm int 300
// expect: places[i] = sum(k, 0, 31, in(i) >> k > 0 ? 1 : 0)
// expect: logarithm[i] = 5 + 3 * sum(k, 1, 31, in(i) >> k > 0 ? 1 : 0)
// expect: taken[i] = 7 + sum(k, 0, 31, in(i) >> k & 1)
// expect: behind[i] = i == 0 ? 2 : 2 * sum(k, 0, 31, in(i) >> k & 1)
// expect: spread[i] = sum(k, 0, 7, (in(i) >> k & 1) << 2 * k)
// expect: shifted[i] = sum(k, 0, 31, in(i) >> k & 1)
kernel void test(global const uint *in, global int *taken, global int *shifted, global int *behind,
                 global uint *spread, global int *places, global int *logarithm) {
  const int g = get_global_id(0);
  uint v = in[g], w = v, u = v, r = 0;
  int n = 7, m = 0, twice = 0;
  for (; v; ++n) v &= v - 1;
  taken[g] = n;
  for (; w; w >>= 1) m += w & 1;
  shifted[g] = m;
  do {
    u &= u - 1;
    twice += 2;
  } while (u != 0);
  behind[g] = twice;
  for (int k = 0; k < 8; ++k) r |= (in[g] >> k & 1) << (2 * k);
  spread[g] = r;
  int all = 0, third = 5;
  for (v = in[g]; v != 0; v /= 2) ++all;
  places[g] = all;
  for (v = in[g]; v >>= 1;) third += 3;
  logarithm[g] = third;
}
