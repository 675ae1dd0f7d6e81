// Plain functions over arrays, to call the builtins from the host: sin_d element by element, sin_d3 and so
// on by vectors.
#define WITH_INTEGER(name, type, W) \
  static type##W __attribute__((overloadable)) name##_of(type##W x, type##W y) { \
    return name(x, convert_int##W##_sat(y)); \
  }
#define WITH_INTEGERS(name, type) \
  WITH_INTEGER(name, type, ) WITH_INTEGER(name, type, 2) WITH_INTEGER(name, type, 3) WITH_INTEGER(name, type, 4) \
  WITH_INTEGER(name, type, 8) WITH_INTEGER(name, type, 16)
WITH_INTEGERS(pown, float)
WITH_INTEGERS(pown, double)
WITH_INTEGERS(rootn, float)
WITH_INTEGERS(rootn, double)

#define LOOP(function, type, body) \
  void function(long n, __global type *out, const __global type *a, const __global type *b) __asm(#function); \
  void function(long n, __global type *out, const __global type *a, const __global type *b) { \
    for (long i = 0; i < n; i++) body; \
  }
#define VECTORS(name, type, S, W) \
  LOOP(name##_##S##W, type, vstore##W(CALL(name, vload##W(i, a), vload##W(i, b)), i, out))
#define ALL(name, type, S) \
  LOOP(name##_##S, type, out[i] = CALL(name, a[i], b[i])) \
  VECTORS(name, type, S, 2) VECTORS(name, type, S, 3) VECTORS(name, type, S, 4) VECTORS(name, type, S, 8) \
  VECTORS(name, type, S, 16)

#define BINARY_AGAIN(name, ...)
#define UNARY_AGAIN(name, ...)

#define CALL(name, x, y) name(x)
#define UNARY(name, ...) ALL(name, double, d) ALL(name, float, f)
#define BINARY(name, ...)
#include "math.def"
#undef CALL
#undef UNARY
#undef BINARY
#define CALL(name, x, y) name(x, y)
#define UNARY(name, ...)
#define BINARY(name, ...) ALL(name, double, d) ALL(name, float, f)
#include "math.def"
