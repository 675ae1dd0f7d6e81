// SPDX-License-Identifier: Apache-2.0
// Plain functions over arrays, to call conversions and integer functions from the host.
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#define LOOP(function, R, T, body) \
  void function(long n, __global R *out, const __global T *a, const __global T *b, const __global T *c) \
      __asm(#function); \
  void function(long n, __global R *out, const __global T *a, const __global T *b, const __global T *c) { \
    for (long i = 0; i < n; i++) body; \
  }

#define CONVERT_AS(D, S, mode) \
  LOOP(convert_##D##mode##_##S, D, S, out[i] = convert_##D##mode(a[i])) \
  LOOP(convert_##D##4##mode##_##S, D, S, vstore4(convert_##D##4##mode(vload4(i, a)), i, out))
#define MODES(D, S, sat) \
  CONVERT_AS(D, S, sat) CONVERT_AS(D, S, sat##_rte) CONVERT_AS(D, S, sat##_rtz) CONVERT_AS(D, S, sat##_rtp) \
  CONVERT_AS(D, S, sat##_rtn)
#define CONVERSION(D, S) MODES(D, S, )
#define SATURATED(D, S) MODES(D, S, _sat)
#define UNARY(name, T) \
  LOOP(name##_##T, T, T, out[i] = name(a[i])) \
  LOOP(name##4_##T, T, T, vstore4(name(vload4(i, a)), i, out))
#define BINARY(name, T) \
  LOOP(name##_##T, T, T, out[i] = name(a[i], b[i])) \
  LOOP(name##4_##T, T, T, vstore4(name(vload4(i, a), vload4(i, b)), i, out))
#define TERNARY(name, T) \
  LOOP(name##_##T, T, T, out[i] = name(a[i], b[i], c[i])) \
  LOOP(name##4_##T, T, T, vstore4(name(vload4(i, a), vload4(i, b), vload4(i, c)), i, out))
#include "convert.def"
