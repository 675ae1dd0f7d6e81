// SPDX-License-Identifier: Apache-2.0
// Miscellaneous Vector Functions: shuffle and shuffle2.
#include "builtins.h"
// GATHERm makes the m components of a result by element(i).
#define GATHER2(element) element(0), element(1)
#define GATHER4(element) GATHER2(element), element(2), element(3)
#define GATHER8(element) GATHER4(element), element(4), element(5), element(6), element(7)
#define GATHER16(element) \
  GATHER8(element), element(8), element(9), element(10), element(11), element(12), element(13), element(14), element(15)

#define ONE(i) x[mask[i] & (sizeof(x) / sizeof(x[0]) - 1)]

#define SHUFFLE(E, UE, M, N) \
  E##N SMALL_PURE shuffle(E##M x, UE##N mask) { return (E##N)(GATHER##N(ONE)); } \
  E##N SMALL_PURE shuffle2(E##M low, E##M high, UE##N mask) { \
    typedef E Both __attribute__((ext_vector_type(2 * M))); \
    Both x; \
    x.lo = low; \
    x.hi = high; \
    return (E##N)(GATHER##N(ONE)); \
  }
#define SHUFFLE_FROM(E, UE, M) SHUFFLE(E, UE, M, 2) SHUFFLE(E, UE, M, 4) SHUFFLE(E, UE, M, 8) SHUFFLE(E, UE, M, 16)
#define SHUFFLES(E, UE) SHUFFLE_FROM(E, UE, 2) SHUFFLE_FROM(E, UE, 4) SHUFFLE_FROM(E, UE, 8) SHUFFLE_FROM(E, UE, 16)

SHUFFLES(char, uchar)
SHUFFLES(uchar, uchar)
SHUFFLES(short, ushort)
SHUFFLES(ushort, ushort)
SHUFFLES(half, ushort)
SHUFFLES(int, uint)
SHUFFLES(uint, uint)
SHUFFLES(float, uint)
SHUFFLES(long, ulong)
SHUFFLES(ulong, ulong)
SHUFFLES(double, ulong)
