// SPDX-License-Identifier: Apache-2.0
// Shared virtual memory: the allocations of clSVMAlloc and cl_intel_unified_shared_memory, whose extents are known.
// Kernels may also use any other pointer of the program.
#pragma once
#include <CL/cl_ext.h>

#include <map>
#include <mutex>
#include <optional>

#include "objects/object.h"
#include "objects/storage.h"

namespace wherry::runtime {

struct SharedInfo {
  size_t size;
  cl_unified_shared_memory_type_intel type;  // CL_MEM_TYPE_UNKNOWN_INTEL: by clSVMAlloc
  cl_ulong flags;                            // SVM flags, or Intel's allocation flags, by `type`
  Device *device = nullptr;                  // the associated device, or null

  bool is_svm() const { return type == CL_MEM_TYPE_UNKNOWN_INTEL; }
  bool is_read_only() const { return is_svm() && (flags & CL_MEM_READ_ONLY); }
  bool is_coarse_grained() const { return is_svm() && !(flags & CL_MEM_SVM_FINE_GRAIN_BUFFER); }
};

// The allocations of one context, which frees them at its end.
class SharedMemory {
 public:
  // `align` as for Storage. Throws CL_MEM_OBJECT_ALLOCATION_FAILURE.
  void *allocate(const SharedInfo &info, size_t align);
  // Returns false if `begin` is not the first byte of an allocation; `svm`: by clSVMAlloc.
  bool free(void *begin, bool svm);

  struct Found : SharedInfo {
    std::byte *begin;
    // The bytes from `address`, within the allocation, to its end.
    size_t behind(const void *address) const {
      return size - static_cast<size_t>(static_cast<const std::byte *>(address) - begin);
    }
  };
  // The allocation that holds `address`.
  std::optional<Found> find(const void *address) const;

 private:
  struct Allocation {
    SharedInfo info;
    Storage storage;
  };
  mutable std::mutex mutex_;
  std::map<uintptr_t, Allocation> allocations_;
};

}  // namespace wherry::runtime
