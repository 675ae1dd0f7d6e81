// SPDX-License-Identifier: Apache-2.0
#include "objects/external_memory.h"

#include <linux/dma-buf.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "objects/object.h"

namespace wherry::runtime {
namespace {

bool synchronise_dma_buf(int descriptor, bool begins) {
  dma_buf_sync how{};
  how.flags = static_cast<__u64>(DMA_BUF_SYNC_RW | (begins ? DMA_BUF_SYNC_START : DMA_BUF_SYNC_END));
  int result = 0;
  do result = ioctl(descriptor, DMA_BUF_IOCTL_SYNC, &how);
  while (result != 0 && (errno == EINTR || errno == EAGAIN));
  return result == 0;
}

// The size of the memory behind a descriptor; 0 if it is unknown.
size_t bytes_of(int descriptor) {
  struct stat about{};
  if (fstat(descriptor, &about) != 0) return 0;
  if (S_ISREG(about.st_mode)) return static_cast<size_t>(about.st_size);
  // A dma-buf is no regular file. Seeking to its end tells its size and changes nothing: a dma-buf has no offset.
  const off_t end = lseek(descriptor, 0, SEEK_END);
  return end > 0 ? static_cast<size_t>(end) : 0;
}

}  // namespace

ExternalMemory::ExternalMemory(ExternalHandle handle, size_t bytes, bool only_read, cl_int too_small)
    : handle_(std::move(handle)), bytes_(bytes) {
  const int descriptor = handle_.descriptor;
  // Only a dma-buf knows this request.
  if (handle_.type == CL_EXTERNAL_MEMORY_HANDLE_DMA_BUF_KHR &&
      !(synchronise_dma_buf(descriptor, true) && synchronise_dma_buf(descriptor, false)))
    throw Error{CL_INVALID_PROPERTY};
  const size_t available = bytes_of(descriptor);
  if (available == 0) throw Error{CL_INVALID_PROPERTY};
  if (available < bytes) throw Error{too_small};
  void *mapped = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
  // MAP_PRIVATE and PROT_WRITE: a kernel that wrongly writes gets copies of the pages in place of a SIGSEGV.
  if (mapped == MAP_FAILED && only_read && (errno == EACCES || errno == EPERM))
    mapped = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE, descriptor, 0);
  if (mapped == MAP_FAILED) throw Error{errno == ENOMEM ? CL_MEM_OBJECT_ALLOCATION_FAILURE : CL_INVALID_PROPERTY};
  data_ = static_cast<std::byte *>(mapped);
}

ExternalMemory::~ExternalMemory() {
  munmap(data_, bytes_);
  if (owned_) close(handle_.descriptor);
}

void ExternalMemory::own_descriptor() noexcept {
  // The mapping keeps the memory alive. acquire() and release() need the descriptor of a dma-buf.
  owned_ = handle_.type == CL_EXTERNAL_MEMORY_HANDLE_DMA_BUF_KHR;
  if (!owned_) close(handle_.descriptor);
}

bool ExternalMemory::is_for(cl_device_id device) const { return std::ranges::count(handle_.devices, device) != 0; }

void ExternalMemory::synchronise(bool begins) const {
  if (handle_.type == CL_EXTERNAL_MEMORY_HANDLE_DMA_BUF_KHR && !synchronise_dma_buf(handle_.descriptor, begins))
    throw Error{CL_OUT_OF_RESOURCES};
}

}  // namespace wherry::runtime
