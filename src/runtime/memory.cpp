#include "runtime/memory.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstdlib>

#include "runtime/transfer.h"

using namespace wherry::runtime;

namespace {

constexpr size_t kHugePage = 2 << 20;
constexpr size_t kPage = 4096;

constexpr size_t round_up(size_t value, size_t unit) { return (value + unit - 1) / unit * unit; }

// Memory for a large buffer, aligned to huge pages, and made of them where the system gives them.
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

Ref<Mem> WeakMem::lock() {
  std::lock_guard lock(mutex_);
  return mem_ && mem_->try_retain() ? Ref<Mem>::adopt(mem_) : Ref<Mem>();
}

_cl_mem::_cl_mem(Context &context, cl_mem_flags flags, size_t size, void *host_pointer,
                 std::vector<cl_mem_properties> properties)
    : flags(flags), size(size), properties(std::move(properties)), context_(context),
      weak_(std::make_shared<WeakMem>(*this)) {
  if (flags & CL_MEM_USE_HOST_PTR) {
    data_ = static_cast<std::byte *>(host_pointer);
    return;
  }
  if (size >= 1 << 20) {
    mapped_bytes_ = round_up(size, size < kHugePage ? kHugePage : kPage);
    data_ = map_pages(mapped_bytes_);
  } else {
    on_heap_ = true;
    data_ = static_cast<std::byte *>(std::aligned_alloc(kMemoryAlign, round_up(size, kMemoryAlign)));
  }
  if (!data_) throw Error{CL_MEM_OBJECT_ALLOCATION_FAILURE};
  if (flags & CL_MEM_COPY_HOST_PTR) copy(data_, static_cast<const std::byte *>(host_pointer), size);
}

_cl_mem::_cl_mem(Mem &parent, cl_mem_flags flags, size_t origin, size_t size)
    : flags(flags), size(size), origin(origin), context_(parent.context()), parent_(parent),
      data_(parent.data() + origin), weak_(std::make_shared<WeakMem>(*this)) {}

_cl_mem::~_cl_mem() {
  {
    std::lock_guard lock(weak_->mutex_);
    weak_->mem_ = nullptr;
  }
  on_destroy.run(this);
  if (mapped_bytes_) munmap(data_, mapped_bytes_);
  if (on_heap_) std::free(data_);
}

void _cl_mem::add_map(void *address) {
  std::lock_guard lock(mutex_);
  maps_.push_back(address);
}

bool _cl_mem::remove_map(void *address) {
  std::lock_guard lock(mutex_);
  auto found = std::find(maps_.begin(), maps_.end(), address);
  if (found == maps_.end()) return false;
  maps_.erase(found);
  return true;
}

cl_uint _cl_mem::map_count() {
  std::lock_guard lock(mutex_);
  return static_cast<cl_uint>(maps_.size());
}
