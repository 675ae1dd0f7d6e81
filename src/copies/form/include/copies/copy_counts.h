// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>

namespace wherry::copies {

// What the async copies of one ND-range did; added to by every work-group.
struct CopyCounts {
  uint64_t copies = 0;
  uint64_t bytes = 0;
  uint64_t chunks = 0;            // of copies that were cut into chunks
  uint64_t offloaded_chunks = 0;  // of those, performed by another thread than the group's own
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
