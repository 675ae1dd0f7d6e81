// SPDX-License-Identifier: Apache-2.0
// Sub-groups. The non-uniform functions are the same as the uniform ones: all count only the work-items that come there
// together, and the compiler leaves out of account what all of them do.
#include "builtins.h"
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#define ID(name) uint name(void) __asm(#name) __attribute__((const));
ID(__wherry_sub_group_width)
ID(__wherry_sub_group_size)
ID(__wherry_sub_group_id)
ID(__wherry_sub_group_lane)
ulong __wherry_local_size(uint dim) __asm("__wherry_local_size") __attribute__((const));
ulong __wherry_enqueued_local_size(uint dim) __asm("__wherry_enqueued_local_size") __attribute__((const));
#define INTRINSIC(name) __asm(#name) __attribute__((convergent))
void __wherry_sub_group_barrier(void) INTRINSIC(__wherry_sub_group_barrier);
uint __wherry_sub_group_ballot(uint predicate) INTRINSIC(__wherry_sub_group_ballot);
ulong __wherry_sub_group_reduce(ulong value, uint type, uint operation) INTRINSIC(__wherry_sub_group_reduce);
ulong __wherry_sub_group_scan(ulong value, uint type, uint operation, uint inclusive) INTRINSIC(__wherry_sub_group_scan);
ulong __wherry_sub_group_cluster(ulong value, uint type, uint operation, uint size) INTRINSIC(__wherry_sub_group_cluster);
ulong __wherry_sub_group_broadcast(ulong value, uint type, uint lane) INTRINSIC(__wherry_sub_group_broadcast);
ulong __wherry_sub_group_shuffle(ulong value, uint type, uint lane) INTRINSIC(__wherry_sub_group_shuffle);

#define CONVERGENT __attribute__((overloadable, always_inline, convergent))

uint SMALL_PURE get_sub_group_size(void) { return __wherry_sub_group_size(); }
uint SMALL_PURE get_max_sub_group_size(void) { return __wherry_sub_group_width(); }
uint SMALL_PURE get_sub_group_id(void) { return __wherry_sub_group_id(); }
uint SMALL_PURE get_sub_group_local_id(void) { return __wherry_sub_group_lane(); }
static SMALL_PURE uint groups_of(ulong items) {
  return ((uint)items + __wherry_sub_group_width() - 1) / __wherry_sub_group_width();
}
uint SMALL_PURE get_num_sub_groups(void) {
  return groups_of(__wherry_local_size(0) * __wherry_local_size(1) * __wherry_local_size(2));
}
uint SMALL_PURE get_enqueued_num_sub_groups(void) {
  return groups_of(__wherry_enqueued_local_size(0) * __wherry_enqueued_local_size(1) * __wherry_enqueued_local_size(2));
}

void CONVERGENT sub_group_barrier(cl_mem_fence_flags flags) {
  __wherry_sub_group_barrier();
}
void CONVERGENT sub_group_barrier(cl_mem_fence_flags flags, memory_scope scope) {
  if (scope != memory_scope_work_item && scope != memory_scope_sub_group) __atomic_thread_fence(__ATOMIC_ACQ_REL);
  __wherry_sub_group_barrier();
}

// Votes and ballots.
static CONVERGENT uint those_with(int predicate) { return __wherry_sub_group_ballot(predicate != 0); }
int CONVERGENT sub_group_elect(void) {
  return __wherry_sub_group_lane() == (uint)__builtin_ctz(those_with(1));
}
int CONVERGENT sub_group_all(int predicate) { return those_with(predicate == 0) == 0; }
int CONVERGENT sub_group_any(int predicate) { return those_with(predicate) != 0; }
int CONVERGENT sub_group_non_uniform_all(int predicate) { return those_with(predicate == 0) == 0; }
int CONVERGENT sub_group_non_uniform_any(int predicate) { return those_with(predicate) != 0; }

static SMALL_PURE uint bit_of(uint lane) { return 1u << (lane & 31); }
// Of all that a sub-group can have.
static SMALL_PURE uint whole(void) { return ~0u >> (32 - __wherry_sub_group_width()); }
static SMALL_PURE uint before(void) { return bit_of(__wherry_sub_group_lane()) - 1; }
static SMALL_PURE uint up_to(void) { return before() | bit_of(__wherry_sub_group_lane()); }
uint4 CONVERGENT sub_group_ballot(int predicate) { return (uint4)(those_with(predicate), 0, 0, 0); }
int SMALL_PURE sub_group_inverse_ballot(uint4 value) { return (value.x & bit_of(__wherry_sub_group_lane())) != 0; }
int SMALL_PURE sub_group_ballot_bit_extract(uint4 value, uint index) {
  return index < 32 && (value.x & bit_of(index)) != 0;
}
uint SMALL_PURE sub_group_ballot_bit_count(uint4 value) { return popcount(value.x & whole()); }
uint SMALL_PURE sub_group_ballot_inclusive_scan(uint4 value) { return popcount(value.x & up_to()); }
uint SMALL_PURE sub_group_ballot_exclusive_scan(uint4 value) { return popcount(value.x & before()); }
uint SMALL_PURE sub_group_ballot_find_lsb(uint4 value) { return ctz(value.x & whole()); }
uint SMALL_PURE sub_group_ballot_find_msb(uint4 value) { return 31 - clz(value.x & whole()); }
uint4 SMALL_PURE get_sub_group_eq_mask(void) { return (uint4)(bit_of(__wherry_sub_group_lane()), 0, 0, 0); }
uint4 SMALL_PURE get_sub_group_ge_mask(void) { return (uint4)(whole() & ~before(), 0, 0, 0); }
uint4 SMALL_PURE get_sub_group_gt_mask(void) { return (uint4)(whole() & ~up_to(), 0, 0, 0); }
uint4 SMALL_PURE get_sub_group_le_mask(void) { return (uint4)(up_to(), 0, 0, 0); }
uint4 SMALL_PURE get_sub_group_lt_mask(void) { return (uint4)(before(), 0, 0, 0); }

#define BITS_OF(E, x) ((ulong)__builtin_astype(x, UNSIGNED_OF(E)))
#define FROM_BITS(E, bits) __builtin_astype((UNSIGNED_OF(E))(bits), E)

// Reductions and scans.
#define FORMS(E, type, prefix, name, operation)                                            \
  E CONVERGENT prefix##reduce_##name(E x) {                                                \
    return FROM_BITS(E, __wherry_sub_group_reduce(BITS_OF(E, x), type, operation));        \
  }                                                                                        \
  E CONVERGENT prefix##scan_inclusive_##name(E x) {                                        \
    return FROM_BITS(E, __wherry_sub_group_scan(BITS_OF(E, x), type, operation, 1));       \
  }                                                                                        \
  E CONVERGENT prefix##scan_exclusive_##name(E x) {                                        \
    return FROM_BITS(E, __wherry_sub_group_scan(BITS_OF(E, x), type, operation, 0));       \
  }
#define FORMS_AND_CLUSTERS(E, type, name, operation)                                       \
  FORMS(E, type, sub_group_non_uniform_, name, operation)                                  \
  E CONVERGENT sub_group_clustered_reduce_##name(E x, uint size) {                         \
    return FROM_BITS(E, __wherry_sub_group_cluster(BITS_OF(E, x), type, operation, size)); \
  }

// The value of another.
#define SHUFFLED(E, type, x, lane) FROM_BITS(E, __wherry_sub_group_shuffle(BITS_OF(E, x), type, lane))
#define LANE __wherry_sub_group_lane()
#define BROADCASTS(E, W)                                                             \
  CAT(E, W) CONVERGENT sub_group_broadcast(CAT(E, W) x, uint lane) {                 \
    CAT(E, W) y;                                                                     \
    for (int i = 0; i < W; ++i) y[i] = sub_group_broadcast(x[i], lane);              \
    return y;                                                                        \
  }                                                                                  \
  CAT(E, W) CONVERGENT sub_group_non_uniform_broadcast(CAT(E, W) x, uint lane) {     \
    CAT(E, W) y;                                                                     \
    for (int i = 0; i < W; ++i) y[i] = sub_group_non_uniform_broadcast(x[i], lane);  \
    return y;                                                                        \
  }

#define FOR_TYPE(E, type)                                                                                              \
  FORMS(E, type, sub_group_, add, '+')                                                                                 \
  FORMS(E, type, sub_group_, min, '<')                                                                                 \
  FORMS(E, type, sub_group_, max, '>')                                                                                 \
  FORMS_AND_CLUSTERS(E, type, add, '+')                                                                                \
  FORMS_AND_CLUSTERS(E, type, mul, '*')                                                                                \
  FORMS_AND_CLUSTERS(E, type, min, '<')                                                                                \
  FORMS_AND_CLUSTERS(E, type, max, '>')                                                                                \
  E CONVERGENT sub_group_broadcast(E x, uint lane) {                                                                   \
    return FROM_BITS(E, __wherry_sub_group_broadcast(BITS_OF(E, x), type, lane));                                      \
  }                                                                                                                    \
  E CONVERGENT sub_group_non_uniform_broadcast(E x, uint lane) { return SHUFFLED(E, type, x, lane); }                  \
  E CONVERGENT sub_group_broadcast_first(E x) {                                                                        \
    return FROM_BITS(E, __wherry_sub_group_broadcast(BITS_OF(E, x), type, __builtin_ctz(those_with(1))));              \
  }                                                                                                                    \
  BROADCASTS(E, 2) BROADCASTS(E, 3) BROADCASTS(E, 4) BROADCASTS(E, 8) BROADCASTS(E, 16)                                \
  int CONVERGENT sub_group_non_uniform_all_equal(E x) { return those_with(!(x == sub_group_broadcast_first(x))) == 0; } \
  E CONVERGENT sub_group_shuffle(E x, uint lane) { return SHUFFLED(E, type, x, lane); }                                \
  E CONVERGENT sub_group_shuffle_xor(E x, uint mask) { return SHUFFLED(E, type, x, LANE ^ mask); }                     \
  E CONVERGENT sub_group_shuffle_up(E x, uint delta) { return SHUFFLED(E, type, x, LANE - delta); }                    \
  E CONVERGENT sub_group_shuffle_down(E x, uint delta) { return SHUFFLED(E, type, x, LANE + delta); }                  \
  E CONVERGENT sub_group_rotate(E x, int delta) { return SHUFFLED(E, type, x, LANE + delta); }                         \
  E CONVERGENT sub_group_clustered_rotate(E x, int delta, uint size) {                                                 \
    return SHUFFLED(E, type, x, (LANE & ~(size - 1)) | ((LANE + delta) & (size - 1)));                                 \
  }
#define FOR_INTEGER(E, type)            \
  FOR_TYPE(E, type)                     \
  FORMS_AND_CLUSTERS(E, type, and, '&') \
  FORMS_AND_CLUSTERS(E, type, or, '|')  \
  FORMS_AND_CLUSTERS(E, type, xor, '^')
FOR_INTEGER(char, 'c')
FOR_INTEGER(uchar, 'b')
FOR_INTEGER(short, 's')
FOR_INTEGER(ushort, 't')
FOR_INTEGER(int, 'i')
FOR_INTEGER(uint, 'j')
FOR_INTEGER(long, 'l')
FOR_INTEGER(ulong, 'm')
FOR_TYPE(half, 'h')
FOR_TYPE(float, 'f')
FOR_TYPE(double, 'd')

// Of truths: in one bit each they are those of integers.
#define LOGICAL(name)                                                                                            \
  int CONVERGENT sub_group_non_uniform_reduce_logical_##name(int x) {                                            \
    return sub_group_non_uniform_reduce_##name((int)(x != 0));                                                   \
  }                                                                                                              \
  int CONVERGENT sub_group_non_uniform_scan_inclusive_logical_##name(int x) {                                    \
    return sub_group_non_uniform_scan_inclusive_##name((int)(x != 0));                                           \
  }                                                                                                              \
  int CONVERGENT sub_group_non_uniform_scan_exclusive_logical_##name(int x) {                                    \
    return sub_group_non_uniform_scan_exclusive_##name((int)(x != 0)) & 1;                                       \
  }                                                                                                              \
  int CONVERGENT sub_group_clustered_reduce_logical_##name(int x, uint size) {                                   \
    return sub_group_clustered_reduce_##name((int)(x != 0), size);                                               \
  }
LOGICAL(and)
LOGICAL(or)
LOGICAL(xor)
