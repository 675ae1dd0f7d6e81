#include "dma/move.h"

#include <algorithm>
#include <cstring>
#if defined(__x86_64__)
#include <immintrin.h>
#endif
#if !defined(__has_feature)
#define __has_feature(x) 0
#endif

namespace wherry::dma {

namespace {

#define WHERRY_INLINE [[gnu::always_inline]] inline

template <size_t Size> struct VectorOf {
  using Type [[gnu::vector_size(Size)]] = char;
};
using Vector16 = VectorOf<16>::Type;
using Vector32 = VectorOf<32>::Type;  // two of 16 where there is no AVX

// `size` bytes, from sizeof(T) to twice that: the first and the last of them.
template <class T> WHERRY_INLINE void move_ends(std::byte *dst, const std::byte *src, uint64_t size) {
  T first, last;
  std::memcpy(&first, src, sizeof first);
  std::memcpy(&last, src + size - sizeof last, sizeof last);
  std::memcpy(dst, &first, sizeof first);
  std::memcpy(dst + size - sizeof last, &last, sizeof last);
}

template <class T, bool Exact>
WHERRY_INLINE void step(std::byte *dst, const std::byte *src, uint64_t count, uint64_t size, uint64_t dst_step,
                        uint64_t src_step) {
#pragma GCC unroll 4
  for (; count; --count, dst = advance(dst, dst_step), src = advance(src, src_step)) {
    if constexpr (Exact) {
      T value;
      std::memcpy(&value, src, sizeof value);
      std::memcpy(dst, &value, sizeof value);
    } else {
      move_ends<T>(dst, src, size);
    }
  }
}

WHERRY_INLINE void elements(std::byte *dst, const std::byte *src, uint64_t count, uint64_t size, uint64_t dst_step,
                            uint64_t src_step) {
  switch (size) {
  case 1: return step<uint8_t, true>(dst, src, count, size, dst_step, src_step);
  case 2: return step<uint16_t, true>(dst, src, count, size, dst_step, src_step);
  case 4: return step<uint32_t, true>(dst, src, count, size, dst_step, src_step);
  case 8: return step<uint64_t, true>(dst, src, count, size, dst_step, src_step);
  case 16: return step<Vector16, true>(dst, src, count, size, dst_step, src_step);
  case 32: return step<Vector32, true>(dst, src, count, size, dst_step, src_step);
  default:
    if (size < 4) return step<uint16_t, false>(dst, src, count, size, dst_step, src_step);
    if (size < 8) return step<uint32_t, false>(dst, src, count, size, dst_step, src_step);
    if (size < 16) return step<uint64_t, false>(dst, src, count, size, dst_step, src_step);
    if (size < 32) return step<Vector16, false>(dst, src, count, size, dst_step, src_step);
    return step<Vector32, false>(dst, src, count, size, dst_step, src_step);
  }
}

#if defined(__x86_64__)
#define WHERRY_AVX2 [[gnu::target("avx2")]]

WHERRY_AVX2 void elements_avx2(std::byte *dst, const std::byte *src, uint64_t count, uint64_t size, uint64_t dst_step,
                               uint64_t src_step) {
  elements(dst, src, count, size, dst_step, src_step);
}

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

bool gather_avx2(std::byte *dst, const std::byte *src, uint64_t count, uint64_t size, uint64_t stride) {
  switch (size) {
  case 1: return gather<uint8_t>(dst, src, count, stride);
  case 2: return gather<uint16_t>(dst, src, count, stride);
  case 4: return gather<uint32_t>(dst, src, count, stride);
  case 8: return gather<uint64_t>(dst, src, count, stride);
  default: return false;
  }
}

WHERRY_AVX2 WHERRY_INLINE __m256i load(const std::byte *src) {
  return _mm256_loadu_si256(reinterpret_cast<const __m256i_u *>(src));
}
WHERRY_AVX2 WHERRY_INLINE void store(std::byte *dst, __m256i value) {
  _mm256_storeu_si256(reinterpret_cast<__m256i_u *>(dst), value);
}

WHERRY_AVX2 void bytes_avx2(std::byte *dst, const std::byte *src, uint64_t count) {
  if (count >= 128) {
    // The first vector and the last four as they lie; between them, aligned destinations.
    const std::byte *const src_end = src + count;
    std::byte *const dst_end = dst + count;
    const __m256i first = load(src), last4 = load(src_end - 128), last3 = load(src_end - 96),
                  last2 = load(src_end - 64), last = load(src_end - 32);
    store(dst, first);
    const uint64_t head = 32 - reinterpret_cast<uintptr_t>(dst) % 32;
    src += head;
    for (dst += head; dst < dst_end - 128; dst += 128, src += 128) {
      const __m256i a = load(src), b = load(src + 32), c = load(src + 64), d = load(src + 96);
      store(dst, a);
      store(dst + 32, b);
      store(dst + 64, c);
      store(dst + 96, d);
    }
    store(dst_end - 128, last4);
    store(dst_end - 96, last3);
    store(dst_end - 64, last2);
    store(dst_end - 32, last);
    return;
  }
  if (count > 64) {
    const __m256i second = load(src + 32), third = load(src + count - 64);
    move_ends<Vector32>(dst, src, count);
    store(dst + 32, second);
    store(dst + count - 64, third);
    return;
  }
  if (count >= 32) return move_ends<Vector32>(dst, src, count);
  if (count >= 16) return move_ends<Vector16>(dst, src, count);
  if (count >= 8) return move_ends<uint64_t>(dst, src, count);
  if (count >= 4) return move_ends<uint32_t>(dst, src, count);
  if (count >= 2) return move_ends<uint16_t>(dst, src, count);
  if (count) *dst = *src;
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
#endif

Vectors vectors_of_cpu() {
#if defined(__x86_64__) && !__has_feature(thread_sanitizer)  // which is to see elements, not what lies between them
  if (__builtin_cpu_supports("avx512vbmi") && __builtin_cpu_supports("avx512bw")) return Vectors::avx512;
  if (__builtin_cpu_supports("avx2")) return Vectors::avx2;
#endif
  return Vectors::baseline;
}

}  // namespace

Vectors vectors = vectors_of_cpu();

void move_bytes(std::byte *dst, const std::byte *src, uint64_t count) noexcept {
#if defined(__x86_64__)
  if (vectors >= Vectors::avx2) return bytes_avx2(dst, src, count);
#endif
  std::memmove(dst, src, count);
}

void stream_bytes(std::byte *dst, const std::byte *src, uint64_t count) noexcept {
#if defined(__x86_64__)
  if (vectors >= Vectors::avx2) return stream_avx2(dst, src, count);
#endif
  std::memmove(dst, src, count);
}

void fence_stores() noexcept {
#if defined(__x86_64__)
  _mm_sfence();
#endif
}

void move_elements(std::byte *dst, const std::byte *src, uint64_t count, uint64_t size, uint64_t dst_step,
                   uint64_t src_step) noexcept {
#if defined(__x86_64__)
  if (vectors != Vectors::baseline) {
    const bool wide = vectors == Vectors::avx512;
    if (dst_step == size && src_step % size == 0) {
      const uint64_t stride = src_step / size;
      if (wide && gather_avx512(dst, src, count, size, stride)) return;
      if (gather_avx2(dst, src, count, size, stride)) return;
    }
    if (wide && src_step == size && dst_step % size == 0 && scatter_avx512(dst, src, count, size, dst_step / size))
      return;
    return elements_avx2(dst, src, count, size, dst_step, src_step);
  }
#endif
  elements(dst, src, count, size, dst_step, src_step);
}

}  // namespace wherry::dma
