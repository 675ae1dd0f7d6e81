// Permutations of bytes for elements of 1, 2, 4 and 8 bytes at small strides: the bytes of elements in one
// vector of the strided side are brought to where they stand in a vector of the contiguous side, and back.
#include "dma/move.h"

#if defined(__x86_64__)
#include <immintrin.h>

#include <array>
#include <bit>

#define WHERRY_AVX512 [[gnu::target("avx512f,avx512bw,avx512vbmi")]]

namespace wherry::dma {

namespace {

constexpr unsigned kMaxStride = 8, kVector = 64;

struct alignas(kVector) Pattern {
  std::array<uint8_t, kVector> gather;       // contiguous byte i is byte gather[i] of its strided vector...
  std::array<uint64_t, kMaxStride> vectors;  // ...which is that one whose mask has bit i
  std::array<uint8_t, kVector> scatter;      // strided byte i is contiguous byte scatter[i]
  uint64_t scattered;                        // where the mask has bit i
  uint64_t elements;                         // of a strided vector that begins with one
};

constexpr Pattern make_pattern(unsigned size, unsigned stride) {
  Pattern pattern{};
  for (unsigned i = 0; i < kVector; ++i) {
    const unsigned at = i / size * stride * size + i % size;
    pattern.gather[i] = at % kVector;
    pattern.vectors[at / kVector] |= uint64_t{1} << i;
    if (at >= kVector) continue;
    pattern.scatter[at] = static_cast<uint8_t>(i);
    pattern.scattered |= uint64_t{1} << at;
    pattern.elements = i / size + 1;
  }
  return pattern;
}

constexpr auto kPatterns = [] {
  std::array<std::array<Pattern, kMaxStride + 1>, 4> patterns{};
  for (unsigned log_size = 0; log_size < 4; ++log_size)
    for (unsigned stride = 2; stride <= kMaxStride; ++stride)
      patterns[log_size][stride] = make_pattern(1u << log_size, stride);
  return patterns;
}();

// Null where size or stride are others.
const Pattern *pattern_of(uint64_t size, uint64_t stride) {
  if (size > 8 || !std::has_single_bit(size) || stride < 2 || stride > kMaxStride) return nullptr;
  return &kPatterns[std::countr_zero(size)][stride];
}

// A vector's worth of elements; of the `end`, bytes after the last element are not read.
template <unsigned Stride>
WHERRY_AVX512 [[gnu::always_inline]] inline void gather_vector(std::byte *dst, const std::byte *src, __m512i from,
                                                               const uint64_t *vectors, __mmask64 end) {
  __m512i gathered = _mm512_permutexvar_epi8(from, _mm512_loadu_si512(src));
  for (unsigned i = 1; i < Stride; ++i) {
    const std::byte *at = src + i * kVector;
    const __m512i strided = i + 1 == Stride && ~end ? _mm512_maskz_loadu_epi8(end, at) : _mm512_loadu_si512(at);
    gathered = _mm512_mask_permutexvar_epi8(gathered, vectors[i], from, strided);
  }
  _mm512_storeu_si512(dst, gathered);
}

template <unsigned Stride>
WHERRY_AVX512 void gather(std::byte *dst, const std::byte *src, uint64_t count, uint64_t size, const Pattern &pattern) {
  const __m512i from = _mm512_load_si512(pattern.gather.data());
  uint64_t vectors[Stride];
  for (unsigned i = 0; i < Stride; ++i) vectors[i] = pattern.vectors[i];
  const uint64_t last = count * size - kVector;  // some elements may be moved twice
  for (uint64_t at = 0; at < last; at += kVector)
    gather_vector<Stride>(dst + at, src + at * Stride, from, vectors, ~uint64_t{0});
  gather_vector<Stride>(dst + last, src + last * Stride, from, vectors, ~uint64_t{0} >> (Stride - 1) * size);
}

WHERRY_AVX512 void scatter(std::byte *dst, const std::byte *src, uint64_t count, uint64_t size, uint64_t stride,
                           const Pattern &pattern) {
  const __m512i from = _mm512_load_si512(pattern.scatter.data());
  for (uint64_t elements = pattern.elements; count; count -= elements) {
    __mmask64 to = pattern.scattered;
    if (count < elements) {
      elements = count;
      to &= (uint64_t{1} << elements * stride * size) - 1;
    }
    const __m512i contiguous = _mm512_maskz_loadu_epi8(~uint64_t{0} >> (kVector - elements * size), src);
    _mm512_mask_storeu_epi8(dst, to, _mm512_permutexvar_epi8(from, contiguous));
    src += elements * size;
    dst += elements * stride * size;
  }
}

}  // namespace

bool gather_avx512(std::byte *dst, const std::byte *src, uint64_t count, uint64_t size, uint64_t stride) noexcept {
  const Pattern *pattern = pattern_of(size, stride);
  if (!pattern || count < kVector / size || size * stride > 32) return false;
  switch (stride) {
  case 2: gather<2>(dst, src, count, size, *pattern); break;
  case 3: gather<3>(dst, src, count, size, *pattern); break;
  case 4: gather<4>(dst, src, count, size, *pattern); break;
  case 5: gather<5>(dst, src, count, size, *pattern); break;
  case 6: gather<6>(dst, src, count, size, *pattern); break;
  case 7: gather<7>(dst, src, count, size, *pattern); break;
  case 8: gather<8>(dst, src, count, size, *pattern); break;
  }
  return true;
}

bool scatter_avx512(std::byte *dst, const std::byte *src, uint64_t count, uint64_t size, uint64_t stride) noexcept {
  const Pattern *pattern = pattern_of(size, stride);
  if (!pattern || pattern->elements < 4) return false;
  scatter(dst, src, count, size, stride, *pattern);
  return true;
}

}  // namespace wherry::dma
#endif
