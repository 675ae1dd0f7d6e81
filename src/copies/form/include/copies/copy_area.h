// SPDX-License-Identifier: Apache-2.0
// The bytes that one side of a copy touches.
#pragma once
#include <cstddef>
#include <cstdint>

#include "copies/copy.h"

namespace wherry::copies {

class Area {
 public:
  Area() = default;  // empty
  static Area destination(const Copy &copy) noexcept { return Area(copy, copy.dst, copy.dst_step); }
  static Area source(const Copy &copy) noexcept { return Area(copy, copy.src, copy.src_step); }

  bool empty() const noexcept { return bytes_ == 0; }
  // The first byte, and the one past the last; `end` may lie beyond all addresses.
  __int128 begin() const noexcept { return begin_; }
  __int128 end() const noexcept { return begin_ + extent(0); }

  // Whether the area has one of the `size` bytes from `address` on.
  bool touches(__int128 address, uint64_t size) const noexcept {
    return !empty() && size != 0 && touches_from(0, address - begin_, size);
  }
  // Takes time by the smaller number of contiguous pieces.
  bool touches(const Area &other) const noexcept;

 private:
  struct Dimension {
    uint64_t count = 1;
    uint64_t step = 0;  // bytes
  };

  Area(const Copy &copy, const std::byte *at, const uint64_t (&steps)[3]) noexcept;
  __int128 extent(unsigned dimension) const noexcept;
  bool touches_from(unsigned dimension, __int128 offset, uint64_t size) const noexcept;
  __int128 pieces() const noexcept;

  __int128 begin_ = 0;
  uint64_t bytes_ = 0;       // of a contiguous piece
  Dimension dimensions_[3];  // of pieces, from the widest step to the narrowest
};

}  // namespace wherry::copies
