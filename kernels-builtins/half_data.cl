// SPDX-License-Identifier: Apache-2.0
// Vector Data Load and Store Functions: half in memory, float or double in registers.
#ifndef BODY
#include "builtins.h"
#define BODY "half_data.cl"
#define E half
#include "for_widths.h"
#undef E
#else

#if W == 1
#define LOAD(space) \
  float SMALL __attribute__((pure)) vload_half(size_t offset, const space half *p) { return (float)p[offset]; }
#define STORE(space, F, mode) \
  void SMALL CAT(vstore_half, mode)(F x, size_t offset, space half *p) { p[offset] = CAT(convert_half, mode)(x); }
#else
// The aligned forms of three components keep them in the place of four.
#if W == 3
#define ALIGNED_STRIDE 4
#else
#define ALIGNED_STRIDE W
#endif
#define LOAD(space) \
  VEC(float) SMALL __attribute__((pure)) CAT(vload_half, W)(size_t offset, const space half *p) { \
    return TO(float, CAT(vload, W)(offset, p)); \
  } \
  VEC(float) SMALL __attribute__((pure)) CAT(vloada_half, W)(size_t offset, const space half *p) { \
    return TO(float, ALIGNED_LOAD(space, p + offset * ALIGNED_STRIDE)); \
  }
#define STORE(space, F, mode) \
  void SMALL CAT3(vstore_half, W, mode)(VEC(F) x, size_t offset, space half *p) { \
    CAT(vstore, W)(CAT3(convert_, T, mode)(x), offset, p); \
  } \
  void SMALL CAT3(vstorea_half, W, mode)(VEC(F) x, size_t offset, space half *p) { \
    ALIGNED_STORE(space, CAT3(convert_, T, mode)(x), p + offset * ALIGNED_STRIDE); \
  }
#if W == 3
#define ALIGNED_LOAD(space, p) vload3(0, p)
#define ALIGNED_STORE(space, x, p) vstore3(x, 0, p)
#else
#define ALIGNED_LOAD(space, p) (*(const space T *)(p))
#define ALIGNED_STORE(space, x, p) *(space T *)(p) = x
#endif
#endif

#define STORES_OF(space, F) \
  STORE(space, F, ) STORE(space, F, _rte) STORE(space, F, _rtz) STORE(space, F, _rtp) STORE(space, F, _rtn)
#define STORES(space) STORES_OF(space, float) STORES_OF(space, double)
FOR_SPACES(LOAD)
FOR_WRITABLE_SPACES(STORES)

#undef LOAD
#undef STORE
#undef STORES_OF
#undef STORES
#undef ALIGNED_STRIDE
#undef ALIGNED_LOAD
#undef ALIGNED_STORE
#endif
