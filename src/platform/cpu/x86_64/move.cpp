// SPDX-License-Identifier: Apache-2.0
#include "platform/cpu/move.h"

#include <cpuid.h>
#include <immintrin.h>

#include <algorithm>
#include <bit>
#include <cstring>
#if !defined(__has_feature)
#define __has_feature(x) 0
#endif

namespace wherry::cpu {

namespace {

#define WHERRY_INLINE [[gnu::always_inline]] inline

template <size_t Size> struct VectorOf {
  using Type [[gnu::vector_size(Size)]] = char;
};
using Vector16 = VectorOf<16>::Type;
using Vector32 = VectorOf<32>::Type;  // two of 16 where there is no AVX

template <class T> struct One {
  WHERRY_INLINE void operator()(std::byte *dst, const std::byte *src) const {
    T value;
    std::memcpy(&value, src, sizeof value);
    std::memcpy(dst, &value, sizeof value);
  }
};

// `size` bytes, at least First times sizeof(T) and at most one T more: the first and the last of them.
template <class T, unsigned First = 1> struct Ends {
  uint64_t size;
  WHERRY_INLINE void operator()(std::byte *dst, const std::byte *src) const {
    T first[First], last;
    for (unsigned i = 0; i < First; ++i) std::memcpy(&first[i], src + i * sizeof(T), sizeof(T));
    std::memcpy(&last, src + size - sizeof(T), sizeof(T));
    for (unsigned i = 0; i < First; ++i) std::memcpy(dst + i * sizeof(T), &first[i], sizeof(T));
    std::memcpy(dst + size - sizeof(T), &last, sizeof(T));
  }
};

template <class Move>
WHERRY_INLINE void for_each(std::byte *dst, const std::byte *src, uint64_t count, uint64_t dst_step, uint64_t src_step,
                            Move move) {
  // By four, so that the sums do not wait for one another.
  for (; count >= 4; count -= 4, dst = advance(dst, 4 * dst_step), src = advance(src, 4 * src_step))
    for (unsigned i = 0; i < 4; ++i) move(advance(dst, i * dst_step), advance(src, i * src_step));
  for (; count; --count, dst = advance(dst, dst_step), src = advance(src, src_step)) move(dst, src);
}

WHERRY_INLINE void elements(std::byte *dst, const std::byte *src, uint64_t count, uint64_t size, uint64_t dst_step,
                            uint64_t src_step, void (*move_line)(std::byte *, const std::byte *, uint64_t)) {
  switch (size) {
  case 1: return for_each(dst, src, count, dst_step, src_step, One<uint8_t>{});
  case 2: return for_each(dst, src, count, dst_step, src_step, One<uint16_t>{});
  case 4: return for_each(dst, src, count, dst_step, src_step, One<uint32_t>{});
  case 8: return for_each(dst, src, count, dst_step, src_step, One<uint64_t>{});
  case 16: return for_each(dst, src, count, dst_step, src_step, One<Vector16>{});
  case 32: return for_each(dst, src, count, dst_step, src_step, One<Vector32>{});
  default:
    if (size <= 4) return for_each(dst, src, count, dst_step, src_step, Ends<uint16_t>{size});
    if (size <= 8) return for_each(dst, src, count, dst_step, src_step, Ends<uint32_t>{size});
    if (size <= 16) return for_each(dst, src, count, dst_step, src_step, Ends<uint64_t>{size});
    if (size <= 32) return for_each(dst, src, count, dst_step, src_step, Ends<Vector16>{size});
    if (size <= 64) return for_each(dst, src, count, dst_step, src_step, Ends<Vector32>{size});
    if (size <= 96) return for_each(dst, src, count, dst_step, src_step, Ends<Vector32, 2>{size});
    if (size <= 128) return for_each(dst, src, count, dst_step, src_step, Ends<Vector32, 3>{size});
    for (; count; --count, dst = advance(dst, dst_step), src = advance(src, src_step)) move_line(dst, src, size);
  }
}

#define WHERRY_AVX2 [[gnu::target("avx2")]]

// The compiler knows the stride and makes loads and shuffles of it.
template <class T, unsigned Stride> WHERRY_AVX2 void gather(std::byte *dst, const std::byte *src, uint64_t count) {
  for (uint64_t i = 0; i < count; ++i) std::memcpy(dst + i * sizeof(T), src + i * Stride * sizeof(T), sizeof(T));
}

template <class T> bool gather(std::byte *dst, const std::byte *src, uint64_t count, uint64_t stride) {
  switch (stride) {
  case 2: return gather<T, 2>(dst, src, count), true;
  case 3: return gather<T, 3>(dst, src, count), true;
  case 4: return gather<T, 4>(dst, src, count), true;
  default: return false;
  }
}

bool gather_avx2(std::byte *dst, const std::byte *src, uint64_t count, unsigned log_size, uint64_t stride) {
  switch (log_size) {
  case 0: return gather<uint8_t>(dst, src, count, stride);
  case 1: return gather<uint16_t>(dst, src, count, stride);
  case 2: return gather<uint32_t>(dst, src, count, stride);
  default: return gather<uint64_t>(dst, src, count, stride);
  }
}

// What has a way of its own; false for all else.
bool permute_elements(std::byte *dst, const std::byte *src, uint64_t count, uint64_t size, uint64_t dst_step,
                      uint64_t src_step) {
  if (size > 8 || !std::has_single_bit(size)) return false;
  const unsigned log_size = std::countr_zero(size);
  const bool avx512 = vectors == Vectors::avx512, gathers = dst_step == size;
  if (!gathers && src_step != size) return false;
  const uint64_t step = gathers ? src_step : dst_step, stride = step >> log_size;
  if (stride < 2 || stride > 8 || stride << log_size != step) return false;
  if (!gathers) return avx512 && scatter_avx512(dst, src, count, log_size, stride);
  return (avx512 && gather_avx512(dst, src, count, log_size, stride)) || gather_avx2(dst, src, count, log_size, stride);
}

WHERRY_AVX2 WHERRY_INLINE __m256i load(const std::byte *src) {
  return _mm256_loadu_si256(reinterpret_cast<const __m256i_u *>(src));
}
WHERRY_AVX2 WHERRY_INLINE void store(std::byte *dst, __m256i value) {
  _mm256_storeu_si256(reinterpret_cast<__m256i_u *>(dst), value);
}

WHERRY_AVX2 void bytes_avx2(std::byte *dst, const std::byte *src, uint64_t count) {
  if (count >= 128) {
    // The first vector and the last four as they lie; between them, aligned destinations. In order: loads from the
    // end first would mislead the hardware's prefetcher.
    const std::byte *const src_end = src + count;
    std::byte *const dst_end = dst + count;
    if (const uint64_t head = -reinterpret_cast<uintptr_t>(dst) % 32) {
      store(dst, load(src));
      dst += head, src += head;
    }
    for (; dst < dst_end - 128; dst += 128, src += 128) {
      const __m256i a = load(src), b = load(src + 32), c = load(src + 64), d = load(src + 96);
      store(dst, a);
      store(dst + 32, b);
      store(dst + 64, c);
      store(dst + 96, d);
    }
    const __m256i a = load(src_end - 128), b = load(src_end - 96), c = load(src_end - 64), d = load(src_end - 32);
    store(dst_end - 128, a);
    store(dst_end - 96, b);
    store(dst_end - 64, c);
    store(dst_end - 32, d);
    return;
  }
  if (count > 96) return Ends<Vector32, 3>{count}(dst, src);
  if (count > 64) return Ends<Vector32, 2>{count}(dst, src);
  if (count >= 32) return Ends<Vector32>{count}(dst, src);
  if (count >= 16) return Ends<Vector16>{count}(dst, src);
  if (count >= 8) return Ends<uint64_t>{count}(dst, src);
  if (count >= 4) return Ends<uint32_t>{count}(dst, src);
  if (count >= 2) return Ends<uint16_t>{count}(dst, src);
  if (count) *dst = *src;
}

WHERRY_AVX2 void elements_avx2(std::byte *dst, const std::byte *src, uint64_t count, uint64_t size, uint64_t dst_step,
                               uint64_t src_step) {
  elements(dst, src, count, size, dst_step, src_step, bytes_avx2);
}

WHERRY_AVX2 void stream_avx2(std::byte *dst, const std::byte *src, uint64_t count) {
  // Whole cache lines only: a line written both ways goes to memory twice.
  if (const uint64_t head = -reinterpret_cast<uintptr_t>(dst) % 64) {
    bytes_avx2(dst, src, std::min(head, count));
    if (count <= head) return;
    dst += head, src += head, count -= head;
  }
  for (; count >= 64; count -= 64, dst += 64, src += 64) {
    const __m256i a = load(src), b = load(src + 32);
    _mm256_stream_si256(reinterpret_cast<__m256i *>(dst), a);
    _mm256_stream_si256(reinterpret_cast<__m256i *>(dst + 32), b);
  }
  bytes_avx2(dst, src, count);
}

Vectors vectors_of_cpu() noexcept {
#if !__has_feature(thread_sanitizer)  // which is to see elements, not what lies between them
  if (__builtin_cpu_supports("avx512vbmi") && __builtin_cpu_supports("avx512bw")) return Vectors::avx512;
  if (__builtin_cpu_supports("avx2")) return Vectors::avx2;
#endif
  return Vectors::baseline;
}

bool fast_strings() noexcept {
  unsigned a, b = 0, c, d;
  return __get_cpuid_count(7, 0, &a, &b, &c, &d) && (b >> 9 & 1) != 0;  // ERMS
}

}  // namespace

Vectors vectors = vectors_of_cpu();

void move_bytes(std::byte *dst, const std::byte *src, uint64_t count) noexcept {
  if (vectors >= Vectors::avx2) return bytes_avx2(dst, src, count);
  std::memmove(dst, src, count);
}

void string_bytes(std::byte *dst, const std::byte *src, uint64_t count) noexcept {
  // A destination that lies up to a line behind its source, but for whole pages, is copied byte by byte (AMD Zen).
  const uint64_t behind = (reinterpret_cast<uintptr_t>(dst) - reinterpret_cast<uintptr_t>(src)) % 4096;
  static const bool fast = fast_strings();
  if (fast && vectors >= Vectors::avx2 && behind - 1 >= 63) {
    asm volatile("rep movsb" : "+D"(dst), "+S"(src), "+c"(count) : : "memory");
    return;
  }
  move_bytes(dst, src, count);
}

void stream_bytes(std::byte *dst, const std::byte *src, uint64_t count) noexcept {
  if (vectors >= Vectors::avx2) return stream_avx2(dst, src, count);
  std::memmove(dst, src, count);
}

void stream_repeatedly(std::byte *dst, const std::byte *src, uint64_t count) noexcept {
  constexpr size_t kParts = kStreamUnit / sizeof(__m128i);
  __m128i parts[kParts];
  std::memcpy(parts, src, kStreamUnit);
  for (const std::byte *const end = dst + count; dst != end; dst += kStreamUnit)
    for (size_t i = 0; i < kParts; ++i) _mm_stream_si128(reinterpret_cast<__m128i *>(dst) + i, parts[i]);
}

void move_elements(std::byte *dst, const std::byte *src, uint64_t count, uint64_t size, uint64_t dst_step,
                   uint64_t src_step) noexcept {
  if (vectors >= Vectors::avx2) {
    if (permute_elements(dst, src, count, size, dst_step, src_step)) return;
    return elements_avx2(dst, src, count, size, dst_step, src_step);
  }
  elements(dst, src, count, size, dst_step, src_step,
           [](std::byte *to, const std::byte *from, uint64_t bytes) { std::memmove(to, from, bytes); });
}

}  // namespace wherry::cpu
