// SPDX-License-Identifier: Apache-2.0
#include "objects/storage.h"

#include <sys/mman.h>

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "exec/memory_limit.h"
#include "objects/object.h"
#include "objects/platform.h"

namespace wherry::runtime {
namespace {

constexpr size_t kHugePage = 2 << 20;
constexpr size_t kPage = 4096;
constexpr size_t kMinMapped = 1 << 20;  // smaller blocks are from the heap

constexpr size_t round_up(size_t value, size_t unit) { return (value + unit - 1) / unit * unit; }

// Null if the system refuses.
std::byte *map_pages(size_t bytes) {
  size_t reserved = bytes + kHugePage;
  void *mapped = mmap(nullptr, reserved, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapped == MAP_FAILED) return nullptr;
  auto *begin = static_cast<std::byte *>(mapped);
  auto *aligned = reinterpret_cast<std::byte *>(round_up(reinterpret_cast<uintptr_t>(begin), kHugePage));
  if (aligned != begin) munmap(begin, static_cast<size_t>(aligned - begin));
  size_t behind = reserved - bytes - static_cast<size_t>(aligned - begin);
  if (behind) munmap(aligned + bytes, behind);
  madvise(aligned, bytes, MADV_HUGEPAGE);
  return aligned;
}

// The offset of a large buffer in its mapping, different for consecutive buffers. If addresses agree in the last 12
// bits, then a load waits for an unrelated store (4K aliasing), and lines compete for the same cache sets: a Sobel
// filter ran 1.45 times as fast with different offsets.
size_t next_start() {
  static std::atomic<unsigned> count{0};
  constexpr size_t kStep = 4096 + 640, kStarts = 16;
  return count.fetch_add(1, std::memory_order_relaxed) % kStarts * kStep;
}

}  // namespace

Storage::Storage(size_t bytes, size_t align) {
  auto &budget = exec::MemoryBudget::instance();
  if (bytes < kMinMapped) {
    if (budget.reserve_small(bytes))
      data_ = static_cast<std::byte *>(std::aligned_alloc(align, round_up(bytes, align)));
    if (!data_) throw Error{CL_MEM_OBJECT_ALLOCATION_FAILURE};
    // Zeroed, as large blocks are: programs read memory that they have never written (FFmpeg's tonemap_opencl takes an
    // index from it).
    std::memset(data_, 0, bytes);
    return;
  }
  const size_t start = align <= kMemoryAlign ? next_start() : 0;
  const size_t mapped = round_up(bytes + start, bytes < kHugePage ? kHugePage : kPage);
  if (!budget.reserve(mapped)) throw Error{CL_MEM_OBJECT_ALLOCATION_FAILURE};
  std::byte *begin = map_pages(mapped);
  if (!begin) {
    budget.cancel(mapped);
    throw Error{CL_MEM_OBJECT_ALLOCATION_FAILURE};
  }
  try {
    budget.add(begin, mapped);
  } catch (...) {
    munmap(begin, mapped);
    throw;
  }
  data_ = begin + start;
  start_ = start;
  mapped_bytes_ = mapped;
}

Storage::~Storage() {
  if (!mapped_bytes_) {
    std::free(data_);
    return;
  }
  exec::MemoryBudget::instance().remove(data_ - start_);
  munmap(data_ - start_, mapped_bytes_);
}

}  // namespace wherry::runtime
