// SPDX-License-Identifier: Apache-2.0
// Plain functions over arrays, to call the builtins from the host: sin_f and sin_d element by element, sin_f3 and so
// on by vectors, sin_h of half; for the processor that knows least as plain_sin_f and plain_sin_d. All take (n, out, second, a, b, c).
#ifdef PLAIN
#define NAME(function) STRING(plain_##function)
#else
#define NAME(function) STRING(function)
#endif
#define STRING(text) #text
#define OPERATORS(T, W) \
  static T##W __attribute__((overloadable)) divide(T##W x, T##W y) { return x / y; } \
  static T##W __attribute__((overloadable)) reciprocal(T##W x) { return (T##W)1 / x; }
#define ALL_OPERATORS(T) \
  OPERATORS(T, ) OPERATORS(T, 2) OPERATORS(T, 3) OPERATORS(T, 4) OPERATORS(T, 8) OPERATORS(T, 16)
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
ALL_OPERATORS(half)
ALL_OPERATORS(float)
ALL_OPERATORS(double)

// R and S are the results' elements, T the numbers' and B the second argument's.
#define LOOP(function, R, S, T, B, body) \
  void function(long n, __global R *out, __global S *second, const __global T *a, const __global B *b, \
                const __global T *c) __asm(NAME(function)); \
  void function(long n, __global R *out, __global S *second, const __global T *a, const __global B *b, \
                const __global T *c) { \
    for (long i = 0; i < n; i++) { body } \
  }
#ifdef PLAIN
#define VECTORS(...)
#else
#define VECTORS(function, call, R, S, T, B, W) \
  LOOP(function##W, R, S, T, B, T##W x = vload##W(i, a); B##W y = vload##W(i, b); T##W z = vload##W(i, c); \
       S##W other = 0; vstore##W(call, i, out); vstore##W(other, i, second);)
#endif
#define ALL(function, call, R, S, T, B) \
  LOOP(function, R, S, T, B, T x = a[i]; B y = b[i]; T z = c[i]; S other = 0; out[i] = call; second[i] = other;) \
  VECTORS(function, call, R, S, T, B, 2) VECTORS(function, call, R, S, T, B, 3) \
  VECTORS(function, call, R, S, T, B, 4) VECTORS(function, call, R, S, T, B, 8) \
  VECTORS(function, call, R, S, T, B, 16)
#define OF_FLOAT(name, call) ALL(name##_f, call, float, float, float, float)
#define OF_EACH(name, call) \
  ALL(name##_h, call, half, half, half, half) \
  OF_FLOAT(name, call) \
  ALL(name##_d, call, double, double, double, double)

#define UNARY(name, ...) OF_EACH(name, name(x))
#define BINARY(name, ...) OF_EACH(name, name(x, y))
#define POWER BINARY
#define TERNARY(name, ...) OF_EACH(name, name(x, y, z))
#define AND_SECOND(name, ...) OF_EACH(name, name(x, &other))
#define FLOAT_UNARY(name, ...) OF_FLOAT(name, name(x))
#define FLOAT_BINARY(name, ...) OF_FLOAT(name, name(x, y))
#define FLOAT_POWER FLOAT_BINARY
#define WITH_INT(name, ...) \
  ALL(name##_h, name(x, y), half, half, half, int) \
  ALL(name##_f, name(x, y), float, float, float, int) ALL(name##_d, name(x, y), double, double, double, int)
#define POWER_INT WITH_INT
#define TO_INT(name, ...) \
  ALL(name##_h, name(x), int, half, half, half) \
  ALL(name##_f, name(x), int, float, float, float) ALL(name##_d, name(x), int, double, double, double)
#define AND_INT(name, ...) \
  ALL(name##_h, name(x, &other), half, int, half, half) \
  ALL(name##_f, name(x, &other), float, int, float, float) ALL(name##_d, name(x, &other), double, int, double, double)
#define AND_QUOTIENT(name, ...) \
  ALL(name##_h, name(x, y, &other), half, int, half, half) \
  ALL(name##_f, name(x, y, &other), float, int, float, float) \
  ALL(name##_d, name(x, y, &other), double, int, double, double)
#include "math.def"
