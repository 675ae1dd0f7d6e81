// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>

namespace wherry::copies {

// Counts of one ND-range's async copies. Every work-group adds to them.
struct CopyCounts {
  uint64_t copies = 0;
  uint64_t bytes = 0;
  uint64_t chunks = 0;            // of copies that were cut into chunks
  uint64_t offloaded_chunks = 0;  // chunks that another thread than the group's own has performed
  uint64_t elided = 0;            // copies left out: their source is read in place

  CopyCounts &operator+=(const CopyCounts &other) {
    copies += other.copies;
    bytes += other.bytes;
    chunks += other.chunks;
    offloaded_chunks += other.offloaded_chunks;
    elided += other.elided;
    return *this;
  }
};

}  // namespace wherry::copies
