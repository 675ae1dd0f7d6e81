// SPDX-License-Identifier: Apache-2.0
// The addresses that a copy touches.
#pragma once
#include <algorithm>
#include <cstdint>

#include "copies/copy.h"

namespace wherry::copies {

// [begin, end); empty where end <= begin.
struct Extent {
  uint64_t begin = ~uint64_t{0};
  uint64_t end = 0;

  bool overlaps(const Extent &other) const { return std::max(begin, other.begin) < std::min(end, other.end); }
  void add(const Extent &other) {
    begin = std::min(begin, other.begin);
    end = std::max(end, other.end);
  }
};

// From the first byte to the last; all of memory where the steps lead past its end.
inline Extent extent_of(const std::byte *at, uint64_t element, const uint64_t (&count)[3], const uint64_t (&step)[3]) {
  Extent extent{reinterpret_cast<uintptr_t>(at), reinterpret_cast<uintptr_t>(at)};
  if (__builtin_add_overflow(extent.end, element, &extent.end)) return {0, ~uint64_t{0}};
  for (int i = 0; i < 3; ++i) {
    uint64_t length;
    if (count[i] == 0) return {};
    if (__builtin_mul_overflow(count[i] - 1, step[i], &length) ||
        __builtin_add_overflow(extent.end, length, &extent.end))
      return {0, ~uint64_t{0}};
  }
  return extent;
}

inline Extent written_by(const Copy &copy) { return extent_of(copy.dst, copy.element, copy.count, copy.dst_step); }
inline Extent read_by(const Copy &copy) { return extent_of(copy.src, copy.element, copy.count, copy.src_step); }

// What copies touch, as one.
struct Footprint {
  Extent written, read;

  // Whether the order of the two matters.
  bool conflicts(const Footprint &other) const {
    return written.overlaps(other.written) || written.overlaps(other.read) || read.overlaps(other.written);
  }
  void add(const Footprint &other) {
    written.add(other.written);
    read.add(other.read);
  }
};

inline Footprint footprint_of(const Copy &copy) { return {written_by(copy), read_by(copy)}; }

}  // namespace wherry::copies
