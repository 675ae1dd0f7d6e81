// SPDX-License-Identifier: Apache-2.0
#include "libraries.h"

#include <immintrin.h>

#include <cstring>
#ifdef BENCH_SLEEF
#include <sleef.h>
#endif

#ifdef __AVX512F__
using Floats = __m512;
using Doubles = __m512d;
#define MVEC_F(name) _ZGVeN16v_##name##f
#define MVEC_D(name) _ZGVeN8v_##name
#define MVEC_F2(name) _ZGVeN16vv_##name##f
#define MVEC_D2(name) _ZGVeN8vv_##name
#define SLEEF_F(name, u) Sleef_##name##f16_##u
#define SLEEF_D(name, u) Sleef_##name##d8_##u
#else
using Floats = __m256;
using Doubles = __m256d;
#define MVEC_F(name) _ZGVdN8v_##name##f
#define MVEC_D(name) _ZGVdN4v_##name
#define MVEC_F2(name) _ZGVdN8vv_##name##f
#define MVEC_D2(name) _ZGVdN4vv_##name
#define SLEEF_F(name, u) Sleef_##name##f8_##u
#define SLEEF_D(name, u) Sleef_##name##d4_##u
#endif

#define FOR_MVEC(m) m(sin) m(cos) m(exp) m(log) m(exp2) m(log2) m(tan) m(tanh) m(erf) m(cbrt)
#define FOR_MVEC_2(m) m(pow) m(atan2)
extern "C" {
#define DECLARE(f)                                                                                                     \
  Floats MVEC_F(f)(Floats);                                                                                            \
  Doubles MVEC_D(f)(Doubles);
#define DECLARE_2(f)                                                                                                   \
  Floats MVEC_F2(f)(Floats, Floats);                                                                                   \
  Doubles MVEC_D2(f)(Doubles, Doubles);
FOR_MVEC(DECLARE)
FOR_MVEC_2(DECLARE_2)
}

namespace {
template <class V, class T> V load(const T *at) {
  V value;
  std::memcpy(&value, at, sizeof value);
  return value;
}
// Turns == 1: out = f(a, b). Else the sum of as many, x a step further each time, in which memory counts for little.
template <class V, class T, int Turns, class F> void apply(F f, const T *a, const T *b, T *out, size_t n) {
  for (size_t i = 0; i < n; i += sizeof(V) / sizeof(T)) {
    V x = load<V>(a + i), y = load<V>(b + i), sum = f(x, y);
#pragma clang loop unroll(disable)  // nor can the kernel's be
    for (int turn = 1; turn < Turns; ++turn) sum += f(x += T(kStep), y);
    std::memcpy(out + i, &sum, sizeof sum);
  }
}
template <class V, class T, auto F, int Turns> void unary(const T *a, const T *b, T *out, size_t n) {
  apply<V, T, Turns>([](V x, V) { return F(x); }, a, b, out, n);
}
template <class V, class T, auto F, int Turns> void binary(const T *a, const T *b, T *out, size_t n) {
  apply<V, T, Turns>([](V x, V y) { return F(x, y); }, a, b, out, n);
}
// What processors do themselves.
template <class V> V square_root(V x) { return __builtin_elementwise_sqrt(x); }
template <class V> V multiply_add(V x, V y) { return __builtin_elementwise_fma(x, y, x); }
template <class V> V reciprocal_root(V x) { return 1 / __builtin_elementwise_sqrt(x); }
#ifdef __AVX512F__
// The processor's estimate, and Newton's step: 14 bits, 28, 56. Of zeros and infinities, and what has no root, the
// estimate is the result, and the step would make NaN of it.
__m512 refined_f(__m512 x) {
  const __m512 y = _mm512_rsqrt14_ps(x), h = _mm512_set1_ps(0.5f) * y;
  const __m512 error = _mm512_fnmadd_ps(x * y, y, _mm512_set1_ps(1));
  return _mm512_mask_mov_ps(y, _mm512_cmp_ps_mask(error, error, _CMP_ORD_Q), _mm512_fmadd_ps(h, error, y));
}
__m512d refined_d(__m512d x) {
  __m512d y = _mm512_rsqrt14_pd(x), error = _mm512_fnmadd_pd(x * y, y, _mm512_set1_pd(1));
  const __mmask8 numbers = _mm512_cmp_pd_mask(error, error, _CMP_ORD_Q);
  y = _mm512_mask_mov_pd(y, numbers, _mm512_fmadd_pd(_mm512_set1_pd(0.5) * y, error, y));
  error = _mm512_fnmadd_pd(x * y, y, _mm512_set1_pd(1));
  return _mm512_mask_mov_pd(y, numbers, _mm512_fmadd_pd(_mm512_set1_pd(0.5) * y, error, y));
}
#endif

template <class T> struct Named {
  const char *name;
  Loop<T> once, turns;
};
template <class T> using Loops = std::vector<Named<T>>;
#define UNARY(V, T, name, f) {name, unary<V, T, f, 1>, nullptr}
#define BINARY(V, T, name, f) {name, binary<V, T, f, 1>, nullptr}
#define OWN_UNARY(V, T, name, f) {name, unary<V, T, f, 1>, unary<V, T, f, kTurns>}
#define OWN_BINARY(V, T, name, f) {name, binary<V, T, f, 1>, binary<V, T, f, kTurns>}

const Loops<float> &all_float_loops() {
  static const Loops<float> loops{
#define MVEC(f) UNARY(Floats, float, #f, MVEC_F(f)),
#define MVEC_2(f) BINARY(Floats, float, #f, MVEC_F2(f)),
      FOR_MVEC(MVEC) FOR_MVEC_2(MVEC_2)
#undef MVEC
#undef MVEC_2
#ifdef BENCH_SLEEF
#define SLEEF(f, u) UNARY(Floats, float, #f, SLEEF_F(f, u)),
#define SLEEF_2(f, u) BINARY(Floats, float, #f, SLEEF_F(f, u)),
#define ALL_SLEEF                                                                                                      \
  SLEEF(sin, u35)                                                                                                      \
  SLEEF(cos, u35)                                                                                                      \
  SLEEF(tan, u35)                                                                                                      \
  SLEEF(exp, u10)                                                                                                      \
  SLEEF(exp2, u35)                                                                                                     \
  SLEEF(log, u10)                                                                                                      \
  SLEEF(log2, u10) SLEEF(tanh, u35) SLEEF(erf, u10) SLEEF(cbrt, u10) SLEEF_2(pow, u10) SLEEF_2(atan2, u35)
          ALL_SLEEF
#undef SLEEF
#undef SLEEF_2
#endif
#ifdef __AVX512F__
              OWN_UNARY(Floats, float, "rsqrt", refined_f),
#endif
      OWN_UNARY(Floats, float, "sqrt", square_root<Floats>),
      OWN_UNARY(Floats, float, "rsqrt", reciprocal_root<Floats>),
      OWN_BINARY(Floats, float, "fma", multiply_add<Floats>),
  };
  return loops;
}
const Loops<double> &all_double_loops() {
  static const Loops<double> loops{
#define MVEC(f) UNARY(Doubles, double, #f, MVEC_D(f)),
#define MVEC_2(f) BINARY(Doubles, double, #f, MVEC_D2(f)),
      FOR_MVEC(MVEC) FOR_MVEC_2(MVEC_2)
#ifdef BENCH_SLEEF
#define SLEEF(f, u) UNARY(Doubles, double, #f, SLEEF_D(f, u)),
#define SLEEF_2(f, u) BINARY(Doubles, double, #f, SLEEF_D(f, u)),
          ALL_SLEEF
#endif
#ifdef __AVX512F__
              OWN_UNARY(Doubles, double, "rsqrt", refined_d),
#endif
      OWN_UNARY(Doubles, double, "sqrt", square_root<Doubles>),
      OWN_UNARY(Doubles, double, "rsqrt", reciprocal_root<Doubles>),
      OWN_BINARY(Doubles, double, "fma", multiply_add<Doubles>),
  };
  return loops;
}
template <class T> std::vector<Loop<T>> of_name(const Loops<T> &loops, const std::string &name, bool turns) {
  std::vector<Loop<T>> found;
  for (const auto &one : loops)
    if (name == one.name && (one.turns || !turns)) found.push_back(turns ? one.turns : one.once);
  return found;
}
}  // namespace

std::vector<Loop<float>> float_loops(const std::string &name, bool turns) {
  return of_name(all_float_loops(), name, turns);
}
std::vector<Loop<double>> double_loops(const std::string &name, bool turns) {
  return of_name(all_double_loops(), name, turns);
}
