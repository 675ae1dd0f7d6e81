// SPDX-License-Identifier: Apache-2.0
// Buffers, sub-buffers, images and pipes.
#pragma once
#include <memory>
#include <optional>
#include <vector>

#include "objects/external_memory.h"
#include "objects/image.h"
#include "objects/object.h"
#include "objects/pipe.h"
#include "objects/platform.h"
#include "objects/storage.h"

namespace wherry::runtime {

// A kernel's weak reference to a memory object: an argument does not keep it alive.
class WeakMem {
 public:
  explicit WeakMem(Mem &mem) : mem_(&mem) {}
  // Null if the object has been released.
  Ref<Mem> lock();

 private:
  friend struct ::_cl_mem;
  std::mutex mutex_;
  Mem *mem_;
};

}  // namespace wherry::runtime

struct _cl_mem final : wherry::runtime::Object<_cl_mem> {
  // A buffer of `size` bytes. `host_pointer` is the storage for CL_MEM_USE_HOST_PTR, and the initial contents for
  // CL_MEM_COPY_HOST_PTR; or `external` is the storage. Throws CL_MEM_OBJECT_ALLOCATION_FAILURE.
  _cl_mem(wherry::runtime::Context &context, cl_mem_flags flags, size_t size, void *host_pointer,
          std::vector<cl_mem_properties> properties, std::unique_ptr<wherry::runtime::ExternalMemory> external);
  // A sub-buffer: `size` bytes of `parent`, from byte `origin` on.
  _cl_mem(wherry::runtime::Mem &parent, cl_mem_flags flags, size_t origin, size_t size);
  _cl_mem(wherry::runtime::Context &context, cl_mem_flags flags, std::unique_ptr<wherry::runtime::Pipe> pipe);
  // An image. `host_pointer` as for buffers, with the shape's pitches. Throws CL_MEM_OBJECT_ALLOCATION_FAILURE.
  _cl_mem(wherry::runtime::Context &context, cl_mem_flags flags, const wherry::runtime::ImageShape &shape,
          void *host_pointer, std::vector<cl_mem_properties> properties,
          std::unique_ptr<wherry::runtime::ExternalMemory> external);
  // An image in the memory of `parent`, a buffer or another image.
  _cl_mem(wherry::runtime::Mem &parent, cl_mem_flags flags, const wherry::runtime::ImageShape &shape,
          std::vector<cl_mem_properties> properties);
  ~_cl_mem();

  wherry::runtime::Pipe *pipe() const { return pipe_.get(); }
  wherry::runtime::Image *image() const { return image_.get(); }
  // Null but of an object that was made of an external handle itself.
  wherry::runtime::ExternalMemory *external() const { return external_.get(); }
  bool is_buffer() const { return !pipe_ && !image_; }
  // The memory's first byte; null for a pipe.
  std::byte *data() const { return data_; }
  // The pointer that a kernel gets as its argument.
  void *argument() const;
  // As clGetMemObjectInfo reports it: the pointer of CL_MEM_USE_HOST_PTR, otherwise null.
  void *host_pointer() const { return flags & CL_MEM_USE_HOST_PTR ? data_ : nullptr; }
  wherry::runtime::Mem *parent() const { return parent_.get(); }
  wherry::runtime::Context &context() const { return *context_; }
  const std::shared_ptr<wherry::runtime::WeakMem> &weak() const { return weak_; }
  // Kernels may take the buffer's address from memory. Not thread-safe.
  void make_addressable();

  // Maps and unmaps copy nothing; the object only records mapped regions. add_map() returns false if the region
  // overlaps another one that is mapped for writing, remove_map() nothing if no region is mapped at `address`.
  struct Map {
    std::byte *address;
    wherry::runtime::Region region;
    bool writes;
  };
  bool add_map(std::byte *address, const wherry::runtime::Region &region, bool writes);
  std::optional<Map> remove_map(void *address);
  cl_uint map_count();

  const cl_mem_flags flags;
  const size_t size;
  const size_t origin = 0;  // in the parent
  const std::vector<cl_mem_properties> properties;
  const bool uses_svm;  // whether host_pointer() is in an allocation of shared virtual memory
  wherry::runtime::DestructorCallbacks<_cl_mem> on_destroy;

 private:
  const wherry::runtime::Ref<wherry::runtime::Context> context_;
  const wherry::runtime::Ref<wherry::runtime::Mem> parent_;
  const std::unique_ptr<wherry::runtime::Pipe> pipe_;
  std::unique_ptr<wherry::runtime::Image> image_;  // constant once constructed
  std::byte *data_ = nullptr;
  bool is_addressable_ = false;
  const std::unique_ptr<wherry::runtime::ExternalMemory> external_;
  wherry::runtime::Storage storage_;  // empty if the memory is the program's, external or the parent's
  std::mutex mutex_;
  std::vector<Map> maps_;
  std::shared_ptr<wherry::runtime::WeakMem> weak_;
};
