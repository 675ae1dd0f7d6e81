// SPDX-License-Identifier: Apache-2.0
// 128-bit division and shifts, which LLVM calls by these names.
#include <stdint.h>

typedef __int128 Int;
typedef unsigned __int128 Uint;

// Long division by bits: rare in kernels.
static Uint divide(Uint n, Uint d, Uint *remainder) {
  Uint q = 0, r = 0;
  for (int i = 127; i >= 0; i--) {
    r = r << 1 | (n >> i & 1);
    if (r >= d) {
      r -= d;
      q |= (Uint)1 << i;
    }
  }
  *remainder = r;
  return q;
}
Uint __udivti3(Uint n, Uint d) {
  Uint r;
  return divide(n, d, &r);
}
Uint __umodti3(Uint n, Uint d) {
  Uint r;
  divide(n, d, &r);
  return r;
}
Int __divti3(Int n, Int d) {
  Uint r, q = divide(n < 0 ? -(Uint)n : (Uint)n, d < 0 ? -(Uint)d : (Uint)d, &r);
  return (Int)((n < 0) != (d < 0) ? -q : q);
}
Int __modti3(Int n, Int d) {
  Uint r;
  divide(n < 0 ? -(Uint)n : (Uint)n, d < 0 ? -(Uint)d : (Uint)d, &r);
  return (Int)(n < 0 ? -r : r);
}
Int __multi3(Int a, Int b) {
  uint64_t al = (uint64_t)a, bl = (uint64_t)b;
  uint64_t x = (al & UINT32_MAX) * (bl & UINT32_MAX), y = (al >> 32) * (bl & UINT32_MAX) + (x >> 32);
  uint64_t z = (al & UINT32_MAX) * (bl >> 32) + (y & UINT32_MAX);
  uint64_t high = (al >> 32) * (bl >> 32) + (y >> 32) + (z >> 32);
  high += (uint64_t)(a >> 64) * bl + (uint64_t)(b >> 64) * al;
  return (Int)((Uint)high << 64 | z << 32 | (x & UINT32_MAX));
}
