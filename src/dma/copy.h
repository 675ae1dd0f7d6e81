// The one form of every copy, and how a part of it is performed.
#pragma once
#include <cstddef>
#include <cstdint>

namespace wherry::dma {

// Element i moves from src + i * src_step to dst + i * dst_step. A row of a tile is an element too.
struct Copy {
  std::byte *dst;
  const std::byte *src;
  uint64_t count;     // elements
  uint64_t element;   // bytes
  uint64_t dst_step;  // bytes, modulo 2^64
  uint64_t src_step;

  bool contiguous() const { return dst_step == element && src_step == element; }
};

// Strides in elements. A contiguous copy becomes one of single bytes, so that it can be cut anywhere.
// With dst_stride 0 only the last element is moved, to where all of them go.
Copy describe(void *dst, const void *src, uint64_t count, uint64_t element_size, uint64_t dst_stride,
              uint64_t src_stride) noexcept;

// Performs elements [begin, end). Source and destination may overlap (the bytes then are of either).
void perform(const Copy &copy, uint64_t begin, uint64_t end) noexcept;

}  // namespace wherry::dma
