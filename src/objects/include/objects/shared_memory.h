// SPDX-License-Identifier: Apache-2.0
// Shared virtual memory: what clSVMAlloc and cl_intel_unified_shared_memory allocate. Kernels may use any
// other pointer of the program's too; these are the ones whose extent is known.
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
  cl_ulong flags;                            // of the kind that the type has
  Device *device = nullptr;                  // whose it is; may be null

  bool is_svm() const { return type == CL_MEM_TYPE_UNKNOWN_INTEL; }
  bool is_read_only() const { return is_svm() && (flags & CL_MEM_READ_ONLY); }
  bool is_coarse_grained() const { return is_svm() && !(flags & CL_MEM_SVM_FINE_GRAIN_BUFFER); }
};

// The allocations of one context; they end with it.
class SharedMemory {
 public:
  // `align` as for Storage. Throws CL_MEM_OBJECT_ALLOCATION_FAILURE.
  void *allocate(const SharedInfo &info, size_t align);
  // False where `begin` is not the first byte of an allocation; `svm`: of which kind.
  bool free(void *begin, bool svm);

  struct Found : SharedInfo {
    std::byte *begin;
    // Bytes from `address`, a place in the allocation, to its end.
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
