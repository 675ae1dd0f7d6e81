// SPDX-License-Identifier: Apache-2.0
// Moves along one line, by the vector instructions that the CPU has.
#pragma once
#include <xmmintrin.h>

#include <cstddef>
#include <cstdint>

namespace wherry::cpu {

enum class Vectors { baseline, avx2, avx512 };  // avx512: with VBMI, which permutes bytes

inline const std::byte *advance(const std::byte *at, uint64_t bytes) {  // modulo 2^64
  return reinterpret_cast<const std::byte *>(reinterpret_cast<uintptr_t>(at) + bytes);
}
inline std::byte *advance(std::byte *at, uint64_t bytes) {
  return reinterpret_cast<std::byte *>(reinterpret_cast<uintptr_t>(at) + bytes);
}

// What the moves use: what the CPU has. Tests lower it.
extern Vectors vectors;

// Where the sides of any of these overlap, the bytes are of either. None writes a byte that it does not
// move, or reads one before the first or after the last.

void move_bytes(std::byte *dst, const std::byte *src, uint64_t count) noexcept;

// By string instructions, but where they are slow, on this CPU or at these addresses.
void string_bytes(std::byte *dst, const std::byte *src, uint64_t count) noexcept;

// Past the caches; others may look once fence_stores() was called.
void stream_bytes(std::byte *dst, const std::byte *src, uint64_t count) noexcept;
inline void fence_stores() noexcept { _mm_sfence(); }

// Likewise the kStreamUnit bytes at `src`, again and again; `dst` is aligned to 16 bytes, `count` a multiple of
// kStreamUnit.
inline constexpr uint64_t kStreamUnit = 64;
void stream_repeatedly(std::byte *dst, const std::byte *src, uint64_t count) noexcept;

// Element i of `size` bytes, 1 or more, from src + i * src_step to dst + i * dst_step.
void move_elements(std::byte *dst, const std::byte *src, uint64_t count, uint64_t size, uint64_t dst_step,
                   uint64_t src_step) noexcept;

// The same for elements of 1, 2, 4 or 8 bytes (1 << log_size) that are contiguous on one side and `stride`
// elements apart on the other, where that is little enough for permutations to pay; false where it is not.
bool gather_avx512(std::byte *dst, const std::byte *src, uint64_t count, unsigned log_size, uint64_t stride) noexcept;
bool scatter_avx512(std::byte *dst, const std::byte *src, uint64_t count, unsigned log_size, uint64_t stride) noexcept;

}  // namespace wherry::cpu
