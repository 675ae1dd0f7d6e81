// SPDX-License-Identifier: Apache-2.0
// Integer dot products (cl_khr_integer_dot_product), of four bytes.
#include "builtins.h"

#define DOTS(R, A, B, packed)                                                                                          \
  R SMALL_PURE dot(A a, B b) { return (R)a.s0 * (R)b.s0 + (R)a.s1 * (R)b.s1 + (R)a.s2 * (R)b.s2 + (R)a.s3 * (R)b.s3; } \
  R SMALL_PURE dot_acc_sat(A a, B b, R sum) { return add_sat(dot(a, b), sum); }                                        \
  R SMALL_PURE dot_4x8packed_##packed(uint a, uint b) { return dot(as_##A(a), as_##B(b)); }                            \
  R SMALL_PURE dot_acc_sat_4x8packed_##packed(uint a, uint b, R sum) { return add_sat(dot(as_##A(a), as_##B(b)), sum); }
DOTS(uint, uchar4, uchar4, uu_uint)
DOTS(int, char4, char4, ss_int)
DOTS(int, uchar4, char4, us_int)
DOTS(int, char4, uchar4, su_int)
