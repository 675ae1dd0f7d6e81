// SPDX-License-Identifier: Apache-2.0
// Memory that comes in by a file descriptor (cl_khr_external_memory).
#pragma once
#include <CL/cl_ext.h>

#include <cstddef>
#include <vector>

namespace wherry::runtime {

struct ExternalHandle {
  cl_external_memory_handle_type_khr type;  // one of external_memory_types()
  int descriptor;
  std::vector<cl_device_id> devices;  // that may use the memory
};

inline std::vector<cl_external_memory_handle_type_khr> external_memory_types() {
  return {CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR, CL_EXTERNAL_MEMORY_HANDLE_DMA_BUF_KHR};
}

// A descriptor's memory, mapped: what kernels write is seen by all who share it.
class ExternalMemory {
 public:
  // Maps the first `bytes` bytes. `only_read`: kernels and the host's commands may not write, so a read-only descriptor
  // suffices. Throws CL_INVALID_PROPERTY if the descriptor is not of the handle's type or does not permit the mapping,
  // `too_small` if its memory has fewer bytes, and CL_MEM_OBJECT_ALLOCATION_FAILURE.
  ExternalMemory(ExternalHandle handle, size_t bytes, bool only_read, cl_int too_small);
  ExternalMemory(const ExternalMemory &) = delete;
  ExternalMemory &operator=(const ExternalMemory &) = delete;
  ~ExternalMemory();

  // "Importing memory from a file descriptor transfers ownership of the file descriptor": once it has succeeded.
  void own_descriptor() noexcept;

  std::byte *data() const { return data_; }
  bool is_for(cl_device_id device) const;
  // After acquire(), this process sees what others wrote; after release(), others see what this process wrote. The
  // exporter of a dma-buf may have to flush caches for that, and is asked to. Throws CL_OUT_OF_RESOURCES if it fails.
  void acquire() { synchronise(/*begins=*/true); }
  void release() { synchronise(/*begins=*/false); }

 private:
  void synchronise(bool begins) const;

  const ExternalHandle handle_;
  const size_t bytes_;
  std::byte *data_ = nullptr;
  bool owned_ = false;
};

}  // namespace wherry::runtime
