// SPDX-License-Identifier: Apache-2.0
#include "checks/shadow_memory.h"

#include <sys/mman.h>

#include <algorithm>
#include <atomic>

namespace wherry::checks::shadow_memory {

namespace {

std::atomic<uint64_t> data{0};

// What a small program may spend: shadow is released in pieces that cover 4 MiB of memory, of up to 40 MiB.
constexpr uint64_t kLeast = uint64_t{64} << 20;
// The words of races take twice the memory of 4-byte numbers, and some pages more for what stands around buffers.
constexpr uint64_t kTimes = 2, kAround = uint64_t{2} << 20;

}  // namespace

void add_data(uint64_t bytes) noexcept { data.fetch_add(bytes, std::memory_order_relaxed); }
void remove_data(uint64_t bytes) noexcept { data.fetch_sub(bytes, std::memory_order_relaxed); }

uint64_t limit() noexcept { return std::max(kLeast, kTimes * data.load(std::memory_order_relaxed) + kAround); }

uint64_t resident(const void *pages, uint64_t bytes) noexcept {
  constexpr uint64_t kPage = 4096, kPagesAtOnce = 4096;
  unsigned char present[kPagesAtOnce];
  auto at = static_cast<const char *>(pages);
  uint64_t sum = 0;
  while (bytes) {
    const uint64_t piece = std::min(bytes, kPage * kPagesAtOnce);
    if (mincore(const_cast<char *>(at), piece, present) != 0) return sum;
    sum += kPage * static_cast<uint64_t>(std::count_if(present, present + (piece + kPage - 1) / kPage,
                                                       [](unsigned char page) { return page & 1; }));
    at += piece;
    bytes -= piece;
  }
  return sum;
}

}  // namespace wherry::checks::shadow_memory
