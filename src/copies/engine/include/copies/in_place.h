// SPDX-License-Identifier: Apache-2.0
// Copies that need not happen: HostCalls::readable_in_place.
#pragma once
#include <cstdint>

#include "kernel_abi/abi.h"

namespace wherry::copies {

// A local object that is filled by copies to its start and otherwise only read.
struct Tile {
  void *dst;
  uint64_t bytes;       // unless it is an argument's
  uint32_t local_arg;   // or ~0
  const void *current;  // where it is read
  uint64_t defined;     // bytes that copies have filled
};

struct Source {
  const void *src;
  uint64_t bytes;
  uint32_t arg;
  uint64_t written;  // arguments whose buffers the kernel may write
};

// False where WHERRY_ELIDE is 0.
bool elision_allowed() noexcept;

// Whether the tile may be read at the source: all that is defined of it lies in the copy, and the whole of
// it, which work-items may read speculatively, in the source's buffer and in none that the kernel may write.
bool readable_in_place(const abi::Launch &launch, const Tile &tile, const Source &source) noexcept;

}  // namespace wherry::copies
