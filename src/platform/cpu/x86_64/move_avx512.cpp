// SPDX-License-Identifier: Apache-2.0
// Permutations of bytes for elements of 1, 2, 4 and 8 bytes at small strides: the bytes of elements in one
// vector of the strided side are brought to where they stand in a vector of the contiguous side, and back.
#include "platform/cpu/move.h"

#include <immintrin.h>

#include <array>

#define WHERRY_AVX512 [[gnu::target("avx512f,avx512bw,avx512vbmi")]]

namespace wherry::cpu {

namespace {

constexpr uint64_t kMaxStride = 8, kVector = 64;

struct alignas(kVector) Pattern {
  std::array<uint8_t, kVector> gather;     // contiguous byte i is byte gather[i] of its strided vector...
  std::array<uint64_t, kMaxStride> masks;  // ...which is that one whose mask has bit i
  std::array<uint8_t, kVector> scatter;    // strided byte i is contiguous byte scatter[i]
  uint64_t scattered;                      // where the mask has bit i
  uint64_t elements;                       // of a strided vector that begins with one
};

constexpr Pattern make_pattern(unsigned size, unsigned stride) {
  Pattern pattern{};
  for (unsigned i = 0; i < kVector; ++i) {
    const unsigned at = i / size * stride * size + i % size;
    pattern.gather[i] = at % kVector;
    pattern.masks[at / kVector] |= uint64_t{1} << i;
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

// A vector's worth of elements; of the `end`, bytes after the last element are not read.
template <unsigned Stride>
WHERRY_AVX512 [[gnu::always_inline]] inline void gather_vector(std::byte *dst, const std::byte *src, __m512i from,
                                                               const uint64_t *masks, __mmask64 end) {
  __m512i gathered = _mm512_permutexvar_epi8(from, _mm512_loadu_si512(src));
  for (unsigned i = 1; i < Stride; ++i) {
    const std::byte *at = src + i * kVector;
    const __m512i strided = i + 1 == Stride && ~end ? _mm512_maskz_loadu_epi8(end, at) : _mm512_loadu_si512(at);
    gathered = _mm512_mask_permutexvar_epi8(gathered, masks[i], from, strided);
  }
  _mm512_storeu_si512(dst, gathered);
}

template <unsigned Stride>
WHERRY_AVX512 void gather(std::byte *dst, const std::byte *src, uint64_t count, uint64_t size, const Pattern &pattern) {
  const __m512i from = _mm512_load_si512(pattern.gather.data());
  uint64_t masks[Stride];
  for (unsigned i = 0; i < Stride; ++i) masks[i] = pattern.masks[i];
  const uint64_t last = count * size - kVector;  // some elements may be moved twice
  for (uint64_t at = 0; at < last; at += kVector)
    gather_vector<Stride>(dst + at, src + at * Stride, from, masks, ~uint64_t{0});
  gather_vector<Stride>(dst + last, src + last * Stride, from, masks, ~uint64_t{0} >> (Stride - 1) * size);
}

WHERRY_AVX512 void scatter(std::byte *dst, const std::byte *src, uint64_t count, uint64_t size, uint64_t stride,
                           const Pattern &pattern) {
  const __m512i from = _mm512_load_si512(pattern.scatter.data());
  const uint64_t elements = pattern.elements, src_step = elements * size, dst_step = src_step * stride;
  const __mmask64 all = ~uint64_t{0} >> (kVector - src_step);
  for (; count >= elements; count -= elements, src += src_step, dst += dst_step)
    _mm512_mask_storeu_epi8(dst, pattern.scattered, _mm512_permutexvar_epi8(from, _mm512_maskz_loadu_epi8(all, src)));
  if (count == 0) return;
  const __mmask64 rest = (uint64_t{1} << count * size) - 1, to = (uint64_t{1} << count * size * stride) - 1;
  _mm512_mask_storeu_epi8(dst, to & pattern.scattered,
                          _mm512_permutexvar_epi8(from, _mm512_maskz_loadu_epi8(rest, src)));
}

}  // namespace

bool gather_avx512(std::byte *dst, const std::byte *src, uint64_t count, unsigned log_size, uint64_t stride) noexcept {
  const uint64_t size = uint64_t{1} << log_size;
  if (stride < 2 || stride > kMaxStride || stride * size >= 32 || count < kVector / size) return false;
  const Pattern &pattern = kPatterns[log_size][stride];
  switch (stride) {
  case 2: gather<2>(dst, src, count, size, pattern); break;
  case 3: gather<3>(dst, src, count, size, pattern); break;
  case 4: gather<4>(dst, src, count, size, pattern); break;
  case 5: gather<5>(dst, src, count, size, pattern); break;
  case 6: gather<6>(dst, src, count, size, pattern); break;
  case 7: gather<7>(dst, src, count, size, pattern); break;
  case 8: gather<8>(dst, src, count, size, pattern); break;
  default: return false;
  }
  return true;
}

bool scatter_avx512(std::byte *dst, const std::byte *src, uint64_t count, unsigned log_size, uint64_t stride) noexcept {
  if (stride < 2 || stride > kMaxStride || stride << log_size > 16) return false;
  scatter(dst, src, count, uint64_t{1} << log_size, stride, kPatterns[log_size][stride]);
  return true;
}

}  // namespace wherry::cpu
