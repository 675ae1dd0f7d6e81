// SPDX-License-Identifier: Apache-2.0
// Work-Item Functions.
#include "builtins.h"
#define ID(name) ulong name(uint dim) __asm(#name) __attribute__((const));
ID(__wherry_local_id)
ID(__wherry_global_id)
ID(__wherry_group_id)
ID(__wherry_num_groups)
ID(__wherry_global_size)
ID(__wherry_global_offset)
ID(__wherry_local_size)
ID(__wherry_enqueued_local_size)
uint __wherry_work_dim(void) __asm("__wherry_work_dim") __attribute__((const));

// Dimensions past the third answer what the specification says of those past get_work_dim().
#define QUERY(name, intrinsic, beyond) \
  size_t SMALL_PURE name(uint dim) { return dim < 3 ? intrinsic(dim) : beyond; }

uint SMALL_PURE get_work_dim(void) { return __wherry_work_dim(); }
QUERY(get_global_size, __wherry_global_size, 1)
QUERY(get_global_offset, __wherry_global_offset, 0)
QUERY(get_local_size, __wherry_local_size, 1)
QUERY(get_enqueued_local_size, __wherry_enqueued_local_size, 1)
QUERY(get_local_id, __wherry_local_id, 0)
QUERY(get_num_groups, __wherry_num_groups, 1)
QUERY(get_group_id, __wherry_group_id, 0)
QUERY(get_global_id, __wherry_global_id, 0)

size_t SMALL_PURE get_global_linear_id(void) {
#define INDEX(dim) (__wherry_global_id(dim) - __wherry_global_offset(dim))
  return (INDEX(2) * __wherry_global_size(1) + INDEX(1)) * __wherry_global_size(0) + INDEX(0);
}
size_t SMALL_PURE get_local_linear_id(void) {
  return (__wherry_local_id(2) * __wherry_local_size(1) + __wherry_local_id(1)) * __wherry_local_size(0) +
         __wherry_local_id(0);
}
