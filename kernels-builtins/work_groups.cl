// SPDX-License-Identifier: Apache-2.0
// Work-group Functions.
#include "builtins.h"
#define INTRINSIC(name) __asm(#name) __attribute__((convergent))
ulong __wherry_reduce(__private void *row, uint type, uint operation) INTRINSIC(__wherry_reduce);
void __wherry_scan(__private void *row, uint type, uint operation, uint inclusive) INTRINSIC(__wherry_scan);
ulong __wherry_broadcast(__private void *row, uint type, ulong x, ulong y, ulong z) INTRINSIC(__wherry_broadcast);

#define CONVERGENT __attribute__((overloadable, always_inline, convergent))

#define FORMS(E, type, name, operation)                                                                                \
  E CONVERGENT work_group_reduce_##name(E x) { return FROM_BITS(E, __wherry_reduce(&x, type, operation)); }            \
  E CONVERGENT work_group_scan_inclusive_##name(E x) {                                                                 \
    __wherry_scan(&x, type, operation, 1);                                                                             \
    return x;                                                                                                          \
  }                                                                                                                    \
  E CONVERGENT work_group_scan_exclusive_##name(E x) {                                                                 \
    __wherry_scan(&x, type, operation, 0);                                                                             \
    return x;                                                                                                          \
  }
#define FROM_BITS(E, bits) __builtin_astype((UNSIGNED_OF(E))(bits), E)
#define FOR_TYPE(E, type)                                                                                              \
  FORMS(E, type, add, '+') FORMS(E, type, mul, '*')                                                                    \
  FORMS(E, type, min, '<') FORMS(E, type, max, '>') E CONVERGENT work_group_broadcast(E x, size_t id) {                \
    return FROM_BITS(E, __wherry_broadcast(&x, type, id, 0, 0));                                                       \
  }                                                                                                                    \
  E CONVERGENT work_group_broadcast(E x, size_t id_x, size_t id_y) {                                                   \
    return FROM_BITS(E, __wherry_broadcast(&x, type, id_x, id_y, 0));                                                  \
  }                                                                                                                    \
  E CONVERGENT work_group_broadcast(E x, size_t id_x, size_t id_y, size_t id_z) {                                      \
    return FROM_BITS(E, __wherry_broadcast(&x, type, id_x, id_y, id_z));                                               \
  }
FOR_TYPE(int, 'i')
FOR_TYPE(uint, 'j')
FOR_TYPE(long, 'l')
FOR_TYPE(ulong, 'm')
FOR_TYPE(half, 'h')
FOR_TYPE(float, 'f')
FOR_TYPE(double, 'd')

// OpenCL C has none of these and of the products: SPV_KHR_uniform_group_instructions does.
#define BITWISE(E, type) FORMS(E, type, and, '&') FORMS(E, type, or, '|') FORMS(E, type, xor, '^')
BITWISE(int, 'i')
BITWISE(uint, 'j')
BITWISE(long, 'l')
BITWISE(ulong, 'm')
#define LOGICAL(name, of)                                                                                              \
  int CONVERGENT work_group_reduce_logical_##name(int x) { return work_group_reduce_##of((uint)(x != 0)) != 0; }       \
  int CONVERGENT work_group_scan_inclusive_logical_##name(int x) {                                                     \
    return work_group_scan_inclusive_##of((uint)(x != 0)) != 0;                                                        \
  }                                                                                                                    \
  int CONVERGENT work_group_scan_exclusive_logical_##name(int x) {                                                     \
    return work_group_scan_exclusive_##of((uint)(x != 0)) != 0;                                                        \
  }
LOGICAL(and, min)
LOGICAL(or, max)
LOGICAL(xor, xor)

int CONVERGENT work_group_all(int x) { return (int)work_group_reduce_min((uint)(x != 0)); }
int CONVERGENT work_group_any(int x) { return (int)work_group_reduce_max((uint)(x != 0)); }
