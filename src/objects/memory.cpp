// SPDX-License-Identifier: Apache-2.0
#include "objects/memory.h"

#include <algorithm>

#include "checks/command_races.h"
#include "checks/uninit.h"
#include "objects/transfer.h"
#include "observe/modes.h"

using namespace wherry::runtime;

Ref<Mem> WeakMem::lock() {
  std::lock_guard lock(mutex_);
  return mem_ && mem_->try_retain() ? Ref<Mem>::adopt(mem_) : Ref<Mem>();
}

_cl_mem::_cl_mem(Context &context, cl_mem_flags flags, size_t size, void *host_pointer,
                 std::vector<cl_mem_properties> properties, std::unique_ptr<ExternalMemory> external)
    : flags(flags), size(size), properties(std::move(properties)),
      uses_svm((flags & CL_MEM_USE_HOST_PTR) && context.shared.find(host_pointer)), context_(context),
      external_(std::move(external)), weak_(std::make_shared<WeakMem>(*this)) {
  if (external_) {
    data_ = external_->data();
    return;
  }
  if (flags & CL_MEM_USE_HOST_PTR) {
    data_ = static_cast<std::byte *>(host_pointer);
    return;
  }
  storage_ = Storage(size, kMemoryAlign);
  data_ = storage_.data();
  if (flags & CL_MEM_COPY_HOST_PTR)
    copy(context.devices.front()->executor(), data_, static_cast<const std::byte *>(host_pointer), size);
  else if (wherry::observe::modes().checks & wherry::process::kCheckUninit)
    wherry::checks::uninit::mark(data_, size);
}

_cl_mem::_cl_mem(Mem &parent, cl_mem_flags flags, size_t origin, size_t size)
    : flags(flags), size(size), origin(origin), uses_svm(parent.uses_svm), context_(parent.context()), parent_(parent),
      data_(parent.data() + origin), weak_(std::make_shared<WeakMem>(*this)) {}

_cl_mem::_cl_mem(Context &context, cl_mem_flags flags, std::unique_ptr<Pipe> pipe)
    : flags(flags), size(pipe->bytes()), uses_svm(false), context_(context), pipe_(std::move(pipe)),
      weak_(std::make_shared<WeakMem>(*this)) {}

_cl_mem::_cl_mem(Context &context, cl_mem_flags flags, const ImageShape &shape, void *host_pointer,
                 std::vector<cl_mem_properties> properties, std::unique_ptr<ExternalMemory> external)
    : _cl_mem(context, flags, shape.bytes(), host_pointer, std::move(properties), std::move(external)) {
  image_ = std::make_unique<Image>(shape, data_);
  wherry::checks::uninit::clear(data_, this->size);  // writes are known for buffers alone
}

_cl_mem::_cl_mem(Mem &parent, cl_mem_flags flags, const ImageShape &shape, std::vector<cl_mem_properties> properties)
    : flags(flags), size(shape.bytes()), properties(std::move(properties)), uses_svm(false), context_(parent.context()),
      parent_(parent), image_(std::make_unique<Image>(shape, parent.data())), data_(parent.data()),
      weak_(std::make_shared<WeakMem>(*this)) {
  wherry::checks::uninit::clear(data_, size);
}

_cl_mem::~_cl_mem() {
  if (is_addressable_) context_->shared.remove_buffer(data_, size);
  if (storage_.data()) wherry::checks::uninit::clear(data_, size);  // the memory serves another purpose next
  if (wherry::checks::order::on()) {
    if (!parent_) wherry::checks::command_races::forget(data_, size);
    if (pipe_) wherry::checks::command_races::forget(pipe_.get(), sizeof(wherry::abi::Pipe));
    // The callbacks say that no command uses the object any more.
    if (!on_destroy.empty()) wherry::checks::order::host_saw_all();
  }
  {
    std::lock_guard lock(weak_->mutex_);
    weak_->mem_ = nullptr;
  }
  on_destroy.run(this);
}

void _cl_mem::make_addressable() {
  context_->shared.add_buffer(data_, size);
  is_addressable_ = true;
}

void *_cl_mem::argument() const {
  if (image_) return static_cast<wherry::abi::Image *>(image_.get());
  if (pipe_) return static_cast<wherry::abi::Pipe *>(pipe_.get());
  return data_;
}

bool _cl_mem::add_map(std::byte *address, const Region &region, bool writes) {
  std::lock_guard lock(mutex_);
  for (const Map &map : maps_)
    if (writes && map.writes && map.region.overlaps(region)) return false;
  maps_.push_back({address, region, writes});
  return true;
}

std::optional<_cl_mem::Map> _cl_mem::remove_map(void *address) {
  std::lock_guard lock(mutex_);
  auto found = std::ranges::find(maps_, address, &Map::address);
  if (found == maps_.end()) return {};
  const Map map = *found;
  maps_.erase(found);
  return map;
}

cl_uint _cl_mem::map_count() {
  std::lock_guard lock(mutex_);
  return static_cast<cl_uint>(maps_.size());
}
