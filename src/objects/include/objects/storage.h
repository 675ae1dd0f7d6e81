// SPDX-License-Identifier: Apache-2.0
// Memory for buffers and for shared virtual memory.
#pragma once
#include <cstddef>
#include <utility>

namespace wherry::runtime {

inline constexpr size_t kMaxAlign = 2 << 20;

// Owns a block of memory. Large blocks are aligned to huge pages, and use them if the system has any.
class Storage {
 public:
  Storage() = default;
  // `align`: a power of two up to kMaxAlign. Throws CL_MEM_OBJECT_ALLOCATION_FAILURE.
  Storage(size_t bytes, size_t align);
  Storage(Storage &&other) noexcept
      : data_(std::exchange(other.data_, nullptr)), mapped_bytes_(std::exchange(other.mapped_bytes_, 0)),
        start_(other.start_) {}
  Storage &operator=(Storage &&other) noexcept {
    std::swap(data_, other.data_);
    std::swap(mapped_bytes_, other.mapped_bytes_);
    std::swap(start_, other.start_);
    return *this;
  }
  ~Storage();
  std::byte *data() const { return data_; }

 private:
  std::byte *data_ = nullptr;
  size_t mapped_bytes_ = 0;  // bytes from mmap; 0: the block is from the heap
  size_t start_ = 0;         // the offset of data_ in the mapping
};

}  // namespace wherry::runtime
