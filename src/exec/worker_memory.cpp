// SPDX-License-Identifier: Apache-2.0
#include "worker_memory.h"

#include <algorithm>
#include <new>
#include <utility>

namespace wherry::exec {

namespace {
constexpr uint64_t kAlign = std::max(abi::kLocalAlign, abi::kContextAlign);
constexpr uint64_t kKeptBytes = 32 << 20;  // the most that a block keeps between launches
}  // namespace

bool Block::reserve(uint64_t bytes) noexcept {
  bytes = std::max(bytes, kAlign);
  if (bytes <= size_) return true;
  free();
  data_ = static_cast<std::byte *>(::operator new(bytes, std::align_val_t(kAlign), std::nothrow));
  if (data_) size_ = bytes;
  return data_ != nullptr;
}

void Block::trim() noexcept {
  if (size_ > kKeptBytes) free();
}

void Block::free() noexcept {
  ::operator delete(data_, std::align_val_t(kAlign));
  data_ = nullptr;
  size_ = 0;
}

WorkerMemory *WorkerMemoryPool::lease(const MemoryNeeds &needs) noexcept {
  WorkerMemory *memory = nullptr;
  {
    const std::lock_guard lock(mutex_);
    if (free_) memory = std::exchange(free_, free_->next_free);
  }
  if (!memory) try {
      memory = new WorkerMemory(helpers_, mode_);
    } catch (const std::bad_alloc &) {
      return nullptr;
    }
  if (!memory->local.reserve(needs.local_bytes) || !memory->contexts.reserve(needs.context_bytes) ||
      (needs.sub_groups && !memory->sub_groups.reserve(needs.sub_groups, needs.sub_group_stack)) ||
      (needs.races && !memory->races.reserve(needs.local_bytes)) || (needs.uninit && !memory->uninit.reserve())) {
    give_back(memory);
    return nullptr;
  }
  memory->local_memory = memory->local.data();
  memory->item_context = memory->contexts.data();
  return memory;
}

void WorkerMemoryPool::give_back(WorkerMemory *memory) noexcept {
  memory->local.trim();
  memory->contexts.trim();
  memory->sub_groups.trim();
  const std::lock_guard lock(mutex_);
  memory->next_free = std::exchange(free_, memory);
}

}  // namespace wherry::exec
