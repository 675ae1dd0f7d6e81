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
template <class V, class T, auto F> void unary(const T *a, const T *, const T *, T *out, size_t n) {
  for (size_t i = 0; i < n; i += sizeof(V) / sizeof(T)) {
    const V value = F(load<V>(a + i));
    std::memcpy(out + i, &value, sizeof value);
  }
}
template <class V, class T, auto F> void binary(const T *a, const T *b, const T *, T *out, size_t n) {
  for (size_t i = 0; i < n; i += sizeof(V) / sizeof(T)) {
    const V value = F(load<V>(a + i), load<V>(b + i));
    std::memcpy(out + i, &value, sizeof value);
  }
}
// What processors do themselves.
template <class T> void square_root(const T *a, const T *, const T *, T *out, size_t n) {
  for (size_t i = 0; i < n; ++i) out[i] = __builtin_elementwise_sqrt(a[i]);
}
template <class T> void multiply_add(const T *a, const T *b, const T *c, T *out, size_t n) {
  for (size_t i = 0; i < n; ++i) out[i] = __builtin_elementwise_fma(a[i], b[i], c[i]);
}
template <class T> void reciprocal_root(const T *a, const T *, const T *, T *out, size_t n) {
  for (size_t i = 0; i < n; ++i) out[i] = 1 / __builtin_elementwise_sqrt(a[i]);
}
#ifdef __AVX512F__
// The processor's estimate, and Newton's step: 14 bits, 28, 56.
__m512 refined_f(__m512 x) {
  const __m512 y = _mm512_rsqrt14_ps(x), h = _mm512_set1_ps(0.5f) * y;
  return _mm512_fmadd_ps(h, _mm512_fnmadd_ps(x * y, y, _mm512_set1_ps(1)), y);
}
__m512d step(__m512d x, __m512d y) {
  return _mm512_fmadd_pd(_mm512_set1_pd(0.5) * y, _mm512_fnmadd_pd(x * y, y, _mm512_set1_pd(1)), y);
}
__m512d refined_d(__m512d x) { return step(x, step(x, _mm512_rsqrt14_pd(x))); }
#endif

template <class T> struct Named {
  const char *name;
  Loop<T> loop;
};
template <class T> using Loops = std::vector<Named<T>>;

const Loops<float> &all_float_loops() {
  static const Loops<float> loops{
#define MVEC(f) {#f, unary<Floats, float, MVEC_F(f)>},
#define MVEC_2(f) {#f, binary<Floats, float, MVEC_F2(f)>},
      FOR_MVEC(MVEC) FOR_MVEC_2(MVEC_2)
#undef MVEC
#undef MVEC_2
#ifdef BENCH_SLEEF
#define SLEEF(f, u) {#f, unary<Floats, float, SLEEF_F(f, u)>},
#define SLEEF_2(f, u) {#f, binary<Floats, float, SLEEF_F(f, u)>},
#define ALL_SLEEF                                                                                                      \
  SLEEF(sin, u35)                                                                                                      \
  SLEEF(cos, u35) SLEEF(tan, u35) SLEEF(exp, u10) SLEEF(exp2, u35) SLEEF(log, u10) SLEEF(log2, u10) SLEEF(tanh, u35)   \
      SLEEF(erf, u10) SLEEF(cbrt, u10) SLEEF_2(pow, u10) SLEEF_2(atan2, u35)
          ALL_SLEEF
#undef SLEEF
#undef SLEEF_2
#endif
#ifdef __AVX512F__
      {"rsqrt", unary<Floats, float, refined_f>},
#endif
      {"sqrt", square_root<float>},
      {"rsqrt", reciprocal_root<float>},
      {"fma", multiply_add<float>}};
  return loops;
}
const Loops<double> &all_double_loops() {
  static const Loops<double> loops{
#define MVEC(f) {#f, unary<Doubles, double, MVEC_D(f)>},
#define MVEC_2(f) {#f, binary<Doubles, double, MVEC_D2(f)>},
      FOR_MVEC(MVEC) FOR_MVEC_2(MVEC_2)
#ifdef BENCH_SLEEF
#define SLEEF(f, u) {#f, unary<Doubles, double, SLEEF_D(f, u)>},
#define SLEEF_2(f, u) {#f, binary<Doubles, double, SLEEF_D(f, u)>},
          ALL_SLEEF
#endif
#ifdef __AVX512F__
      {"rsqrt", unary<Doubles, double, refined_d>},
#endif
      {"sqrt", square_root<double>},
      {"rsqrt", reciprocal_root<double>},
      {"fma", multiply_add<double>}};
  return loops;
}
template <class T> std::vector<Loop<T>> of_name(const Loops<T> &loops, const std::string &name) {
  std::vector<Loop<T>> found;
  for (const auto &[its_name, loop] : loops)
    if (name == its_name) found.push_back(loop);
  return found;
}
}  // namespace

std::vector<Loop<float>> float_loops(const std::string &name) { return of_name(all_float_loops(), name); }
std::vector<Loop<double>> double_loops(const std::string &name) { return of_name(all_double_loops(), name); }
