// SPDX-License-Identifier: Apache-2.0
// The one form of every copy, and how a part of it is performed.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>

#include "platform/process/fault_guard.h"

namespace wherry::copies {

// Element (x, y, z) moves from src + x * src_step[0] + y * src_step[1] + z * src_step[2] to the same place
// of dst's steps. As describe() and describe_tile() leave it, a copy is either of contiguous lines, in
// elements of one byte, so that it can be cut anywhere, or of elements apart from one another.
struct Copy {
  std::byte *dst;
  const std::byte *src;
  uint64_t element;      // bytes moved as one; a short line is one element
  uint64_t count[3];     // elements of a line, lines of a plane, planes
  uint64_t dst_step[3];  // bytes, modulo 2^64, to the next element, line, plane
  uint64_t src_step[3];

  // The number of elements; total() * element is below 2^63.
  uint64_t total() const { return count[0] * count[1] * count[2]; }
  bool contiguous() const { return dst_step[0] == element && src_step[0] == element; }  // each line is
};

// Streaming stores pass the caches by. All but `cached` are wishes, granted to contiguous lines that are long enough.
enum class Stores {
  cached,
  strings,  // single lines by string instructions where they are fast: those know what is to come, and read no line to
            // overwrite it
  streaming,  // fenced at the end
  unfenced,   // the same without the fence, so that short lines gain too: call cpu::fence_stores() before others look
};

// Element i moves from src + i * src_stride to dst + i * dst_stride; strides in elements.
Copy describe(void *dst, const void *src, uint64_t count, uint64_t element_size, uint64_t dst_stride,
              uint64_t src_stride) noexcept;

// Planes of `lines` lines of `width` contiguous elements; a line starts `dst_line` elements after the one
// before it, a plane `dst_plane`.
Copy describe_tile(void *dst, const void *src, uint64_t element_size, uint64_t width, uint64_t lines, uint64_t planes,
                   uint64_t dst_line, uint64_t dst_plane, uint64_t src_line, uint64_t src_plane) noexcept;

// Both functions above limit copies that no memory can hold: with a destination stride of 0 only the last element for a
// place is moved, and a copy of 2^63 bytes or more ends before that size.

// Performs elements [begin, end) of [0, total()). Source and destination may overlap (the bytes then are of
// either).
void perform(const Copy &copy, uint64_t begin, uint64_t end, Stores stores) noexcept;
// Likewise. Returns the fault that has ended the copy halfway, if one has.
std::optional<process::Fault> try_perform(const Copy &copy, uint64_t begin, uint64_t end, Stores stores) noexcept;

}  // namespace wherry::copies
