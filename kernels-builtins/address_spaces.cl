// SPDX-License-Identifier: Apache-2.0
// Address Space Qualifier Functions. to_global and its kin are Clang's own, which calls these.
#include "builtins.h"
uint __wherry_space(const __generic void *p) __asm("__wherry_space") __attribute__((const));
enum { kPrivate = 0, kGlobal = 1, kLocal = 3 };

#define TO(space, SPACE, number)                                                                                       \
  SPACE void *__wherry_to_##space(__generic void *p) __asm("__to_" #space);                                            \
  __attribute__((always_inline, const)) SPACE void *__wherry_to_##space(__generic void *p) {                           \
    return __wherry_space(p) == number ? (SPACE void *)p : 0;                                                          \
  }
TO(global, __global, kGlobal)
TO(local, __local, kLocal)
TO(private, __private, kPrivate)

#define FENCE_OF(qualifiers)                                                                                           \
  cl_mem_fence_flags SMALL_PURE get_fence(qualifiers __generic void *p) {                                              \
    return __wherry_space(p) == kLocal ? CLK_LOCAL_MEM_FENCE : CLK_GLOBAL_MEM_FENCE;                                   \
  }
FENCE_OF()
FENCE_OF(const)
