// Moves along one line, by the vector instructions that the CPU has.
#pragma once
#include <cstddef>
#include <cstdint>

namespace wherry::dma {

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

// Past the caches; others may look once fence_stores() was called.
void stream_bytes(std::byte *dst, const std::byte *src, uint64_t count) noexcept;
void fence_stores() noexcept;

// Element i of `size` (1 to kMaxElement) bytes from src + i * src_step to dst + i * dst_step.
inline constexpr uint64_t kMaxElement = 64;
void move_elements(std::byte *dst, const std::byte *src, uint64_t count, uint64_t size, uint64_t dst_step,
                   uint64_t src_step) noexcept;

// As move_elements, where one side is contiguous and the other's stride (in elements)
// is small enough for permutations to pay; false, and nothing moved, where it is not.
bool gather_avx512(std::byte *dst, const std::byte *src, uint64_t count, uint64_t size, uint64_t stride) noexcept;
bool scatter_avx512(std::byte *dst, const std::byte *src, uint64_t count, uint64_t size, uint64_t stride) noexcept;

}  // namespace wherry::dma
