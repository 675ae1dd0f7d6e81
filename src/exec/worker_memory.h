// SPDX-License-Identifier: Apache-2.0
// What a work-group runs in: its context, local memory, work-item contexts, event table.
#pragma once
#include <cstdint>
#include <mutex>

#include "copies/checked_copies.h"
#include "copies/event_table.h"
#include "copies/scheduled_copies.h"
#include "kernel_abi/abi.h"
#include "printf.h"

namespace wherry::exec {

// A reusable block of memory, aligned to 128 bytes.
class Block {
 public:
  ~Block() { free(); }
  Block() = default;
  Block(const Block &) = delete;

  // At least `bytes` bytes, contents undefined; false where they cannot be had.
  bool reserve(uint64_t bytes) noexcept;
  // Gives memory back that is too much to keep unused.
  void trim() noexcept;
  std::byte *data() const { return data_; }

 private:
  void free() noexcept;
  std::byte *data_ = nullptr;
  uint64_t size_ = 0;
};

// Leased by one participant of one ND-range at a time. Host calls get at it from the GroupContext.
struct WorkerMemory : abi::GroupContext {
  WorkerMemory(copies::Helpers &helpers, copies::Mode mode, copies::Ticks ticks = cpu::ticks)
      : abi::GroupContext(), events(helpers, mode, &ahead, ticks) {}

  copies::EventTable events;
  copies::CheckedCopies checked;  // these two in the place of `events`, for modules compiled so
  copies::ScheduledCopies scheduled;
  PrintBuffer *printed = nullptr;
  unsigned short_runs = 0;
  Block local, contexts;
  WorkerMemory *next_free = nullptr;
};

// Holds as many as were ever in use at once. None is destroyed: a helper of a copy that comes late still
// looks at its descriptor.
class WorkerMemoryPool {
 public:
  WorkerMemoryPool(copies::Helpers &helpers, copies::Mode mode) : helpers_(helpers), mode_(mode) {}
  WorkerMemoryPool(const WorkerMemoryPool &) = delete;

  // Null where the memory cannot be had.
  WorkerMemory *lease(uint64_t local_bytes, uint64_t context_bytes) noexcept;
  void give_back(WorkerMemory *memory) noexcept;

 private:
  copies::Helpers &helpers_;
  const copies::Mode mode_;
  std::mutex mutex_;
  WorkerMemory *free_ = nullptr;
};

}  // namespace wherry::exec
