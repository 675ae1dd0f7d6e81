// SPDX-License-Identifier: Apache-2.0
// Fused multiply-add, exactly rounded, for processors without FMA.
#include <stdint.h>

typedef unsigned __int128 Wide;

// The product of two floats is exact in double. Adding rounds once more: where the result then stands
// halfway between two floats it is nudged by what was lost (rounding to odd).
float fmaf(float x, float y, float z) {
  double p = (double)x * y, sum = p + z;
  uint64_t u = __builtin_bit_cast(uint64_t, sum);
  if ((u & 0x7ff0000000000000) == 0x7ff0000000000000) return (float)sum;
  double back = sum - p, lost = (p - (sum - back)) + (z - back);
  if (lost != 0 && !(u & 1)) {
    // Towards the lost part: away from zero where the signs agree. An odd last bit keeps the side.
    u += (lost > 0) == (sum > 0) ? 1 : -1;
    sum = __builtin_bit_cast(double, u);
  }
  return (float)sum;
}

struct Parts {
  uint64_t m;  // with 53 bits
  int e;       // the value is m * 2^e
  int negative;
};
static struct Parts split(double x) {
  uint64_t u = __builtin_bit_cast(uint64_t, x);
  struct Parts p = {u & 0xfffffffffffff, (int)(u >> 52 & 0x7ff), (int)(u >> 63)};
  if (p.e) {
    p.m |= (uint64_t)1 << 52;
  } else {
    int shift = __builtin_clzll(p.m) - 11;
    p.m <<= shift;
    p.e = 1 - shift;
  }
  p.e -= 1075;
  return p;
}
static int length(Wide w) {
  uint64_t high = (uint64_t)(w >> 64), low = (uint64_t)w;
  return high ? 128 - __builtin_clzll(high) : low ? 64 - __builtin_clzll(low) : 0;
}
// Shifts right; what falls out is kept as an odd last bit.
static Wide shift_sticky(Wide w, int by) {
  if (by <= 0) return w;
  if (by > 127) return w != 0;
  return w >> by | ((w & (((Wide)1 << by) - 1)) != 0);
}

double fma(double x, double y, double z) {
  uint64_t ux = __builtin_bit_cast(uint64_t, x), uy = __builtin_bit_cast(uint64_t, y);
  uint64_t uz = __builtin_bit_cast(uint64_t, z), top = 0x7ff0000000000000;
  if (!(ux << 1) || !(uy << 1) || (ux & top) == top || (uy & top) == top) return x * y + z;
  if ((uz & top) == top) return z + z;  // x * y alone might overflow, to the other infinity
  struct Parts a = split(x), b = split(y);
  Wide product = (Wide)a.m * b.m << 20;
  int e = a.e + b.e - 20, negative = a.negative ^ b.negative;
  if (uz << 1) {
    struct Parts c = split(z);
    Wide other = (Wide)c.m << 73;
    int oe = c.e - 73;
    // Both stand 126 bits long, give or take one, so the higher exponent is the higher number's.
    int high = e > oe ? e : oe;
    product = shift_sticky(product, high - e);
    other = shift_sticky(other, high - oe);
    e = high;
    if (negative == c.negative) {
      product += other;
    } else if (product >= other) {
      product -= other;
    } else {
      product = other - product;
      negative = c.negative;
    }
    if (!product) return 0.0;
  }
  // Round to 53 bits, or to fewer where the result is subnormal.
  int drop = length(product) - 53;
  if (e + drop < -1074) drop = -1074 - e;
  uint64_t m;
  if (drop > 0) {
    Wide w = shift_sticky(product, drop - 2);
    if (drop < 2) w = product << (2 - drop);
    m = (uint64_t)(w >> 2);
    unsigned rest = (unsigned)w & 3;
    m += rest > 2 || (rest == 2 && (m & 1));
  } else {
    // Exact; a product is normalised to 53 bits by drop < 0, but for subnormals.
    m = (uint64_t)(product << -drop);
  }
  e += drop;
  if (m >> 53) {
    m >>= 1;
    e++;
  }
  uint64_t r;
  if (!(m >> 52))
    r = m;  // subnormal, or zero
  else if (e + 1075 >= 0x7ff)
    r = top;
  else
    r = (uint64_t)(e + 1075) << 52 | (m & 0xfffffffffffff);
  return __builtin_bit_cast(double, r | (uint64_t)negative << 63);
}
