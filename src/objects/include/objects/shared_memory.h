// SPDX-License-Identifier: Apache-2.0
// Shared virtual memory: the allocations of clSVMAlloc, clSVMAllocWithPropertiesKHR and cl_intel_unified_shared_memory,
// whose extents are known.
// Kernels may also use any other pointer of the program.
#pragma once
#include <CL/cl_ext.h>

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "checks/group_reports.h"
#include "objects/object.h"
#include "objects/storage.h"
#include "wherry/cl_unified_svm.h"

namespace wherry::runtime {

// What holds of all but coarse-grained memory.
inline constexpr cl_svm_capabilities_khr kSvmEverywhere =
    CL_SVM_CAPABILITY_CONTEXT_ACCESS_KHR | CL_SVM_CAPABILITY_HOST_MAP_KHR | CL_SVM_CAPABILITY_DEVICE_ATOMIC_ACCESS_KHR |
    CL_SVM_CAPABILITY_CONCURRENT_ACCESS_KHR | CL_SVM_CAPABILITY_CONCURRENT_ATOMIC_ACCESS_KHR |
    CL_SVM_CAPABILITY_INDIRECT_ACCESS_KHR;

// The types of cl_khr_unified_svm. All are the host's memory, and differ in what a program may rely on.
inline constexpr cl_svm_capabilities_khr kSvmTypes[] = {
    CL_SVM_TYPE_MACRO_COARSE_GRAIN_BUFFER_KHR | CL_SVM_CAPABILITY_INDIRECT_ACCESS_KHR,
    CL_SVM_TYPE_MACRO_FINE_GRAIN_BUFFER_KHR | kSvmEverywhere,
    CL_SVM_TYPE_MACRO_DEVICE_KHR | kSvmEverywhere,
    CL_SVM_TYPE_MACRO_HOST_KHR | kSvmEverywhere,
    CL_SVM_TYPE_MACRO_SINGLE_DEVICE_SHARED_KHR | CL_SVM_CAPABILITY_DEVICE_UNASSOCIATED_KHR | kSvmEverywhere,
    CL_SVM_TYPE_MACRO_SYSTEM_KHR,
};
inline constexpr cl_uint kCoarseGrainSvm = 0, kFineGrainSvm = 1;  // the types of clSVMAlloc

struct SharedInfo {
  size_t size;
  cl_unified_shared_memory_type_intel type;  // CL_MEM_TYPE_UNKNOWN_INTEL: not by Intel's calls
  cl_ulong flags;                            // SVM flags, or Intel's allocation flags, by `type`
  Device *device = nullptr;                  // the associated device, or null
  cl_uint svm_type = 0;                      // of SVM: an index into kSvmTypes
  // As given to clSVMAllocWithPropertiesKHR, with the final 0; null if there were none.
  std::shared_ptr<const std::vector<cl_svm_alloc_properties_khr>> properties = {};
  cl_svm_alloc_access_flags_khr access = 0;

  bool is_svm() const { return type == CL_MEM_TYPE_UNKNOWN_INTEL; }
  bool is_read_only() const { return is_svm() && (flags & CL_MEM_READ_ONLY); }
  bool is_coarse_grained() const { return is_svm() && !(flags & CL_MEM_SVM_FINE_GRAIN_BUFFER); }
  // Whether the host may write at any time, without a command or a map.
  bool is_host_writable() const {
    return is_svm() ? (kSvmTypes[svm_type] & CL_SVM_CAPABILITY_HOST_WRITE_KHR) != 0 : type != CL_MEM_TYPE_DEVICE_INTEL;
  }
};

// The allocations of one context, which frees them at its end.
class SharedMemory : public checks::Allocations {
 public:
  SharedMemory() = default;
  SharedMemory(const SharedMemory &) = delete;
  ~SharedMemory() override;

  // `align` as for Storage. Throws CL_MEM_OBJECT_ALLOCATION_FAILURE.
  void *allocate(const SharedInfo &info, size_t align);
  // Returns false if `begin` is not the first byte of an allocation; `svm`: not by Intel's calls.
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
  // Of a buffer whose address kernels may take from memory. For checks.
  void add_buffer(const void *begin, size_t size);
  void remove_buffer(const void *begin, size_t size);
  // For WHERRY_CHECK=uninit: clears the marks of memory that the host may have written;
  void find_written_by_host() noexcept;
  // clears all marks, before code runs whose writes are not tracked.
  void all_may_be_written() const noexcept;
  abi::CheckRange range_at(uint64_t address) const override;
  std::vector<abi::CheckRange> ranges() const override;

 private:
  struct Allocation {
    SharedInfo info;
    Storage storage;
    bool is_filled = false;  // some words still hold kUnwritten
  };
  mutable std::mutex mutex_;
  std::map<uintptr_t, Allocation> allocations_;
  std::multimap<uintptr_t, size_t> buffers_;  // from add_buffer()
};

}  // namespace wherry::runtime
