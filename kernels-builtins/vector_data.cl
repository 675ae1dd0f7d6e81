// SPDX-License-Identifier: Apache-2.0
// Vector Data Load and Store Functions, without the half ones.
#ifndef BODY
#include "builtins.h"
#define BODY "vector_data.cl"
#include "for_all.h"
#else
#if W > 1

// Memory is aligned to the element only. Three components must not touch the fourth.
#if W == 3
#define LOAD(space) \
  T SMALL __attribute__((pure)) vload3(size_t offset, const space E *p) { \
    p += offset * 3; \
    return (T)(p[0], p[1], p[2]); \
  }
#define STORE(space) \
  void SMALL vstore3(T x, size_t offset, space E *p) { \
    p += offset * 3; \
    p[0] = x.s0; \
    p[1] = x.s1; \
    p[2] = x.s2; \
  }
#else
typedef T CAT(Unaligned, T) __attribute__((aligned(BITS(E) / 8)));
#define LOAD(space) \
  T SMALL __attribute__((pure)) CAT(vload, W)(size_t offset, const space E *p) { \
    return *(const space CAT(Unaligned, T) *)(p + offset * W); \
  }
#define STORE(space) \
  void SMALL CAT(vstore, W)(T x, size_t offset, space E *p) { *(space CAT(Unaligned, T) *)(p + offset * W) = x; }
#endif

FOR_SPACES(LOAD)
FOR_WRITABLE_SPACES(STORE)
#undef LOAD
#undef STORE

#endif
#endif
