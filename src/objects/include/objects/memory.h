// SPDX-License-Identifier: Apache-2.0
// Buffers, sub-buffers and pipes.
#pragma once
#include <memory>
#include <optional>
#include <vector>

#include "objects/object.h"
#include "objects/pipe.h"
#include "objects/platform.h"
#include "objects/storage.h"

namespace wherry::runtime {

// What a kernel keeps of a buffer that is its argument: it must not keep the buffer alive.
class WeakMem {
 public:
  explicit WeakMem(Mem &mem) : mem_(&mem) {}
  // Empty where the buffer is gone.
  Ref<Mem> lock();

 private:
  friend struct ::_cl_mem;
  std::mutex mutex_;
  Mem *mem_;
};

}  // namespace wherry::runtime

struct _cl_mem final : wherry::runtime::Object<_cl_mem> {
  // A buffer of `size` bytes. `host_pointer` belongs to CL_MEM_USE_HOST_PTR (it is the storage) or
  // CL_MEM_COPY_HOST_PTR. Throws CL_MEM_OBJECT_ALLOCATION_FAILURE.
  _cl_mem(wherry::runtime::Context &context, cl_mem_flags flags, size_t size, void *host_pointer,
          std::vector<cl_mem_properties> properties);
  // A sub-buffer: `size` bytes of `parent`, from byte `origin` on.
  _cl_mem(wherry::runtime::Mem &parent, cl_mem_flags flags, size_t origin, size_t size);
  _cl_mem(wherry::runtime::Context &context, cl_mem_flags flags, std::unique_ptr<wherry::runtime::Pipe> pipe);
  ~_cl_mem();

  wherry::runtime::Pipe *pipe() const { return pipe_.get(); }
  // What a kernel gets as its argument.
  std::byte *data() const { return data_; }
  // What clGetMemObjectInfo reports: the pointer of CL_MEM_USE_HOST_PTR, otherwise null.
  void *host_pointer() const { return flags & CL_MEM_USE_HOST_PTR ? data_ : nullptr; }
  wherry::runtime::Mem *parent() const { return parent_.get(); }
  wherry::runtime::Context &context() const { return *context_; }
  const std::shared_ptr<wherry::runtime::WeakMem> &weak() const { return weak_; }

  // Maps and unmaps move nothing; mapped regions are only noted. add_map() returns false where another region mapped
  // for writing overlaps, remove_map() where none is mapped at `address`.
  bool add_map(std::byte *address, size_t size, bool writes);
  bool remove_map(void *address);
  cl_uint map_count();

  const cl_mem_flags flags;
  const size_t size;
  const size_t origin = 0;  // in the parent
  const std::vector<cl_mem_properties> properties;
  const bool uses_svm;  // whether host_pointer() is of an allocation of shared virtual memory
  wherry::runtime::DestructorCallbacks<_cl_mem> on_destroy;

 private:
  const wherry::runtime::Ref<wherry::runtime::Context> context_;
  const wherry::runtime::Ref<wherry::runtime::Mem> parent_;
  const std::unique_ptr<wherry::runtime::Pipe> pipe_;
  std::byte *data_ = nullptr;
  wherry::runtime::Storage storage_;  // unless the memory is the program's, or the parent's
  std::mutex mutex_;
  struct Map {
    std::byte *address;
    size_t size;
    bool writes;
  };
  std::vector<Map> maps_;
  std::shared_ptr<wherry::runtime::WeakMem> weak_;
};
