// SPDX-License-Identifier: Apache-2.0
#include "copies/copy_area.h"

#include <algorithm>
#include <iterator>

namespace wherry::copies {

Area::Area(const Copy &copy, const std::byte *at, const uint64_t (&steps)[3]) noexcept {
  if (copy.total() == 0) return;
  begin_ = reinterpret_cast<uintptr_t>(at);
  bytes_ = copy.element;
  for (unsigned i = 0; i < 3; ++i) {
    if (copy.count[i] == 1 || steps[i] == 0) continue;
    // A step is modulo 2^64: from 2^63 on it is negative.
    const auto step = static_cast<int64_t>(steps[i]);
    Dimension &dimension = dimensions_[i];
    dimension.count = copy.count[i];
    dimension.step = step < 0 ? uint64_t{0} - steps[i] : steps[i];
    if (step < 0) begin_ -= static_cast<__int128>(dimension.step) * (dimension.count - 1);
  }
  std::sort(std::begin(dimensions_), std::end(dimensions_),
            [](const Dimension &a, const Dimension &b) { return a.step > b.step; });
  for (unsigned i = 3; i-- > 0;) {
    Dimension &dimension = dimensions_[i];
    if (dimension.step != bytes_) {
      if (dimension.step) break;
      continue;
    }
    bytes_ *= dimension.count;
    dimension = {};
  }
}

__int128 Area::extent(unsigned dimension) const noexcept {
  __int128 bytes = bytes_;
  for (; dimension < 3; ++dimension)
    bytes += static_cast<__int128>(dimensions_[dimension].step) * (dimensions_[dimension].count - 1);
  return bytes;
}

bool Area::touches_from(unsigned dimension, __int128 offset, uint64_t size) const noexcept {
  if (offset >= extent(dimension) || offset + size <= 0) return false;
  if (dimension >= 3) return true;
  const auto [count, step] = dimensions_[dimension];
  if (step == 0) return touches_from(dimension + 1, offset, size);
  // The pieces that may begin before the end of the bytes, and end after their beginning.
  const __int128 inner = extent(dimension + 1);
  const __int128 first = offset < inner ? 0 : (offset - inner) / step + 1;
  const __int128 last = std::min<__int128>(count - 1, (offset + size - 1) / step);
  for (__int128 i = first; i <= last; ++i)
    if (touches_from(dimension + 1, offset - i * step, size)) return true;
  return false;
}

__int128 Area::pieces() const noexcept {
  return static_cast<__int128>(dimensions_[0].count) * dimensions_[1].count * dimensions_[2].count;
}

bool Area::touches(const Area &other) const noexcept {
  if (empty() || other.empty() || begin() >= other.end() || other.begin() >= end()) return false;
  if (other.pieces() > pieces()) return other.touches(*this);
  __int128 plane = other.begin_;
  const Dimension *const dimension = other.dimensions_;
  for (uint64_t z = 0; z < dimension[0].count; ++z, plane += dimension[0].step) {
    __int128 line = plane;
    for (uint64_t y = 0; y < dimension[1].count; ++y, line += dimension[1].step) {
      __int128 piece = line;
      for (uint64_t x = 0; x < dimension[2].count; ++x, piece += dimension[2].step)
        if (touches(piece, other.bytes_)) return true;
    }
  }
  return false;
}

}  // namespace wherry::copies
