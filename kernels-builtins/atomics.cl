// SPDX-License-Identifier: Apache-2.0
// Atomic Functions: those of OpenCL C 1.x, which are relaxed, and those of 2.0 and later with explicit
// orders and scopes. All workers share memory, so a scope changes nothing;
// nor does an order of a read-modify-write on x86-64, so there one strong enough for all is taken and no
// switch over orders comes into the kernel.
#include "builtins.h"
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable

#define RELAXED __ATOMIC_RELAXED
#define STRONG __ATOMIC_SEQ_CST
#define FOR_SHARED_SPACES(m, prefix, E) m(prefix, E, __global) m(prefix, E, __local)
#define FOR_ATOMIC_SPACES(m, prefix, E) FOR_SHARED_SPACES(m, prefix, E) m(prefix, E, __generic)

// atomic_ (32 bits) and atom_ (32 and 64 bits).
#define FETCH(name, operation, E, space) \
  E SMALL name(volatile space E *p, E value) { return operation(p, value, RELAXED); }
#define BASE(prefix, E, space) \
  FETCH(prefix##add, __atomic_fetch_add, E, space) \
  FETCH(prefix##sub, __atomic_fetch_sub, E, space) \
  FETCH(prefix##xchg, __atomic_exchange_n, E, space) \
  E SMALL prefix##inc(volatile space E *p) { return __atomic_fetch_add(p, 1, RELAXED); } \
  E SMALL prefix##dec(volatile space E *p) { return __atomic_fetch_sub(p, 1, RELAXED); } \
  E SMALL prefix##cmpxchg(volatile space E *p, E expected, E desired) { \
    __atomic_compare_exchange_n(p, &expected, desired, false, RELAXED, RELAXED); \
    return expected; \
  }
#define EXTENDED(prefix, E, space) \
  FETCH(prefix##min, __atomic_fetch_min, E, space) \
  FETCH(prefix##max, __atomic_fetch_max, E, space) \
  FETCH(prefix##and, __atomic_fetch_and, E, space) \
  FETCH(prefix##or, __atomic_fetch_or, E, space) \
  FETCH(prefix##xor, __atomic_fetch_xor, E, space)
#define ALL_OF(prefix, E) FOR_SHARED_SPACES(BASE, prefix, E) FOR_SHARED_SPACES(EXTENDED, prefix, E)

ALL_OF(atomic_, int)
ALL_OF(atomic_, uint)
ALL_OF(atom_, int)
ALL_OF(atom_, uint)
ALL_OF(atom_, long)
ALL_OF(atom_, ulong)
#define EXCHANGE_FLOAT(prefix, E, space) \
  float SMALL atomic_xchg(volatile space float *p, float value) { \
    return as_float(__atomic_exchange_n((volatile space int *)p, as_int(value), RELAXED)); \
  }
FOR_SHARED_SPACES(EXCHANGE_FLOAT, , )

// With explicit orders, on atomic types. V is an integer as wide as E, which is what moves. The forms
// without an order or a scope mean sequential consistency and the whole device.
#define TAIL_O memory_order order
#define TAIL_S memory_order order, memory_scope scope
#define LOAD_STORE(V, E, space) \
  E SMALL atomic_load(volatile space atomic_##E *p) { \
    return __builtin_astype(__atomic_load_n((volatile space V *)p, STRONG), E); \
  } \
  E SMALL atomic_load_explicit(volatile space atomic_##E *p, TAIL_O) { return atomic_load(p); } \
  E SMALL atomic_load_explicit(volatile space atomic_##E *p, TAIL_S) { return atomic_load(p); } \
  void SMALL atomic_init(volatile space atomic_##E *p, E value) { \
    __atomic_store_n((volatile space V *)p, __builtin_astype(value, V), RELAXED); \
  } \
  void SMALL atomic_store(volatile space atomic_##E *p, E value) { \
    __atomic_store_n((volatile space V *)p, __builtin_astype(value, V), STRONG); \
  } \
  void SMALL atomic_store_explicit(volatile space atomic_##E *p, E value, TAIL_O) { \
    if ((int)order == __ATOMIC_SEQ_CST) \
      atomic_store(p, value); \
    else \
      __atomic_store_n((volatile space V *)p, __builtin_astype(value, V), __ATOMIC_RELEASE); \
  } \
  void SMALL atomic_store_explicit(volatile space atomic_##E *p, E value, TAIL_S) { \
    atomic_store_explicit(p, value, order); \
  } \
  E SMALL atomic_exchange(volatile space atomic_##E *p, E value) { \
    return __builtin_astype(__atomic_exchange_n((volatile space V *)p, __builtin_astype(value, V), STRONG), E); \
  } \
  E SMALL atomic_exchange_explicit(volatile space atomic_##E *p, E value, TAIL_O) { \
    return atomic_exchange(p, value); \
  } \
  E SMALL atomic_exchange_explicit(volatile space atomic_##E *p, E value, TAIL_S) { \
    return atomic_exchange(p, value); \
  } \
  COMPARE(V, E, space, __global) COMPARE(V, E, space, __local) COMPARE(V, E, space, __private) \
  COMPARE(V, E, space, __generic)

#define COMPARE(V, E, space, other) \
  static bool SMALL exchange_if(volatile space atomic_##E *p, other E *expected, E desired) { \
    V seen = __builtin_astype(*expected, V); \
    bool same = __atomic_compare_exchange_n((volatile space V *)p, &seen, __builtin_astype(desired, V), false, \
                                            STRONG, STRONG); \
    if (!same) *expected = __builtin_astype(seen, E); \
    return same; \
  } \
  COMPARE_FORMS(atomic_compare_exchange_strong, E, space, other) \
  COMPARE_FORMS(atomic_compare_exchange_weak, E, space, other)
#define COMPARE_FORMS(name, E, space, other) \
  bool SMALL name(volatile space atomic_##E *p, other E *expected, E desired) { \
    return exchange_if(p, expected, desired); \
  } \
  bool SMALL name##_explicit(volatile space atomic_##E *p, other E *expected, E desired, memory_order success, \
                             memory_order failure) { \
    return exchange_if(p, expected, desired); \
  } \
  bool SMALL name##_explicit(volatile space atomic_##E *p, other E *expected, E desired, memory_order success, \
                             memory_order failure, memory_scope scope) { \
    return exchange_if(p, expected, desired); \
  }

#define MODIFY(name, operation, E, space) \
  E SMALL name(volatile space atomic_##E *p, E value) { return operation((volatile space E *)p, value, STRONG); } \
  E SMALL name##_explicit(volatile space atomic_##E *p, E value, TAIL_O) { return name(p, value); } \
  E SMALL name##_explicit(volatile space atomic_##E *p, E value, TAIL_S) { return name(p, value); }
#define INTEGER(V, E, space) \
  LOAD_STORE(V, E, space) \
  MODIFY(atomic_fetch_add, __atomic_fetch_add, E, space) \
  MODIFY(atomic_fetch_sub, __atomic_fetch_sub, E, space) \
  MODIFY(atomic_fetch_min, __atomic_fetch_min, E, space) \
  MODIFY(atomic_fetch_max, __atomic_fetch_max, E, space) \
  MODIFY(atomic_fetch_and, __atomic_fetch_and, E, space) \
  MODIFY(atomic_fetch_or, __atomic_fetch_or, E, space) \
  MODIFY(atomic_fetch_xor, __atomic_fetch_xor, E, space)

FOR_ATOMIC_SPACES(INTEGER, int, int)
FOR_ATOMIC_SPACES(INTEGER, uint, uint)
FOR_ATOMIC_SPACES(INTEGER, long, long)
FOR_ATOMIC_SPACES(INTEGER, ulong, ulong)
FOR_ATOMIC_SPACES(LOAD_STORE, short, half)
FOR_ATOMIC_SPACES(LOAD_STORE, int, float)
FOR_ATOMIC_SPACES(LOAD_STORE, long, double)

// Clang 22 declares the value that is stored as an atomic_half, too.
#define STORE_HALF(space, number) \
  void CAT(store_, space)(volatile space atomic_half *p, half value) \
      __asm("_Z12atomic_storePU3AS" #number "VU7_AtomicDhS_") __attribute__((always_inline)); \
  void CAT(store_, space)(volatile space atomic_half *p, half value) { atomic_store(p, value); } \
  void CAT(store_by_, space)(volatile space atomic_half *p, half value, TAIL_O) \
      __asm("_Z21atomic_store_explicitPU3AS" #number "VU7_AtomicDhS_12memory_order") __attribute__((always_inline)); \
  void CAT(store_by_, space)(volatile space atomic_half *p, half value, TAIL_O) { \
    atomic_store_explicit(p, value, order); \
  } \
  void CAT(store_in_, space)(volatile space atomic_half *p, half value, TAIL_S) \
      __asm("_Z21atomic_store_explicitPU3AS" #number "VU7_AtomicDhS_12memory_order12memory_scope") \
      __attribute__((always_inline)); \
  void CAT(store_in_, space)(volatile space atomic_half *p, half value, TAIL_S) { \
    atomic_store_explicit(p, value, order); \
  }
STORE_HALF(__global, 1)
STORE_HALF(__local, 3)
STORE_HALF(__generic, 4)

#define FLOATS(prefix, E, space) \
  MODIFY(atomic_fetch_add, __atomic_fetch_add, E, space) \
  MODIFY(atomic_fetch_sub, __atomic_fetch_sub, E, space) \
  MODIFY(atomic_fetch_min, __atomic_fetch_min, E, space) \
  MODIFY(atomic_fetch_max, __atomic_fetch_max, E, space)
FOR_ATOMIC_SPACES(FLOATS, , half)
FOR_ATOMIC_SPACES(FLOATS, , float)
FOR_ATOMIC_SPACES(FLOATS, , double)

// A difference added to an atomic_uintptr_t.
#define MOVE(prefix, E, space) \
  ulong SMALL atomic_fetch_##E(volatile space atomic_ulong *p, long by) { return atomic_fetch_##E(p, (ulong)by); } \
  ulong SMALL atomic_fetch_##E##_explicit(volatile space atomic_ulong *p, long by, TAIL_O) { \
    return atomic_fetch_##E(p, (ulong)by); \
  } \
  ulong SMALL atomic_fetch_##E##_explicit(volatile space atomic_ulong *p, long by, TAIL_S) { \
    return atomic_fetch_##E(p, (ulong)by); \
  }
FOR_ATOMIC_SPACES(MOVE, , add)
FOR_ATOMIC_SPACES(MOVE, , sub)

// atomic_flag is an int: 0 when clear.
#define FLAG(prefix, E, space) \
  bool SMALL atomic_flag_test_and_set(volatile space atomic_flag *p) { \
    return __atomic_exchange_n((volatile space int *)p, 1, STRONG) != 0; \
  } \
  bool SMALL atomic_flag_test_and_set_explicit(volatile space atomic_flag *p, TAIL_O) { \
    return atomic_flag_test_and_set(p); \
  } \
  bool SMALL atomic_flag_test_and_set_explicit(volatile space atomic_flag *p, TAIL_S) { \
    return atomic_flag_test_and_set(p); \
  } \
  void SMALL atomic_flag_clear(volatile space atomic_flag *p) { \
    __atomic_store_n((volatile space int *)p, 0, STRONG); \
  } \
  void SMALL atomic_flag_clear_explicit(volatile space atomic_flag *p, TAIL_O) { atomic_flag_clear(p); } \
  void SMALL atomic_flag_clear_explicit(volatile space atomic_flag *p, TAIL_S) { atomic_flag_clear(p); }
FOR_ATOMIC_SPACES(FLAG, , )
