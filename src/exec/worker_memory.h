// SPDX-License-Identifier: Apache-2.0
// The memory that a work-group runs in: group context, local memory, work-item contexts, event table.
#pragma once
#include <cstdint>
#include <mutex>

#include "checks/group_operations.h"
#include "checks/group_reports.h"
#include "checks/uninit_checks.h"
#include "copies/checked_copies.h"
#include "copies/event_table.h"
#include "copies/scheduled_copies.h"
#include "kernel_abi/abi.h"
#include "printf.h"
#include "race_calls.h"
#include "sub_groups.h"

namespace wherry::exec {

// A reusable block of memory, aligned to 128 bytes.
class Block {
 public:
  ~Block() { free(); }
  Block() = default;
  Block(const Block &) = delete;

  // Grows to at least `bytes`, contents undefined; false if they cannot be allocated.
  bool reserve(uint64_t bytes) noexcept;
  // Frees a block that is too large to keep unused.
  void trim() noexcept;
  std::byte *data() const { return data_; }

 private:
  void free() noexcept;
  std::byte *data_ = nullptr;
  uint64_t size_ = 0;
};

// The memory that a launch's work-groups need on each worker.
struct MemoryNeeds {
  uint64_t local_bytes = 0, context_bytes = 0;
  uint64_t sub_groups = 0, sub_group_stack = 0;  // stacks of this size; 0: none
  bool races = false;                            // the words of local memory
  bool uninit = false;                           // the shadow
};

// Leased to one thread of one ND-range at a time. Host calls cast the GroupContext to it.
struct WorkerMemory : abi::GroupContext {
  WorkerMemory(copies::Helpers &helpers, copies::Mode mode, copies::Ticks ticks = cpu::ticks)
      : abi::GroupContext(), events(helpers, mode, &ahead, ticks) {
    self = reinterpret_cast<uintptr_t>(static_cast<abi::GroupContext *>(this));
  }

  copies::EventTable events;
  checks::GroupReports reports;  // of modules compiled with checks
  checks::GroupOperations operations{reports};
  copies::CheckedCopies checked{reports};  // this and `scheduled` replace `events` in modules compiled for a mode
  copies::ScheduledCopies scheduled;
  RaceCalls races{reports};
  checks::UninitChecks uninit{reports};
  PrintBuffer *printed = nullptr;
  unsigned short_runs = 0;
  Block local, contexts;
  SubGroups sub_groups;
  WorkerMemory *next_free = nullptr;
};

// Keeps as many WorkerMemory objects as were ever in use at once. None is destroyed: a late helper still reads the
// copy's descriptor in one.
class WorkerMemoryPool {
 public:
  WorkerMemoryPool(copies::Helpers &helpers, copies::Mode mode) : helpers_(helpers), mode_(mode) {}
  WorkerMemoryPool(const WorkerMemoryPool &) = delete;

  // Null if the memory cannot be allocated.
  WorkerMemory *lease(const MemoryNeeds &needs) noexcept;
  void give_back(WorkerMemory *memory) noexcept;

 private:
  copies::Helpers &helpers_;
  const copies::Mode mode_;
  std::mutex mutex_;
  WorkerMemory *free_ = nullptr;
};

}  // namespace wherry::exec
