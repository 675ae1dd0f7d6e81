#include "runtime/storage.h"

#include <sys/mman.h>

#include <cstdint>
#include <cstdlib>

#include "runtime/object.h"

namespace wherry::runtime {
namespace {

constexpr size_t kHugePage = 2 << 20;
constexpr size_t kPage = 4096;

constexpr size_t round_up(size_t value, size_t unit) { return (value + unit - 1) / unit * unit; }

// Null where there is none.
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

}  // namespace

Storage::Storage(size_t bytes, size_t align) {
  if (bytes >= 1 << 20) {
    mapped_bytes_ = round_up(bytes, bytes < kHugePage ? kHugePage : kPage);
    data_ = map_pages(mapped_bytes_);
  } else {
    data_ = static_cast<std::byte *>(std::aligned_alloc(align, round_up(bytes, align)));
  }
  if (!data_) throw Error{CL_MEM_OBJECT_ALLOCATION_FAILURE};
}

Storage::~Storage() {
  if (mapped_bytes_)
    munmap(data_, mapped_bytes_);
  else
    std::free(data_);
}

}  // namespace wherry::runtime
