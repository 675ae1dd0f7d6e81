// SPDX-License-Identifier: Apache-2.0
// An ND-range that the workers share.
#pragma once
#include <array>
#include <atomic>
#include <cstdint>

#include "exec/executor.h"
#include "job.h"
#include "printf.h"
#include "stack.h"
#include "worker_memory.h"

namespace wherry::exec {

// The time of a work-item of each kernel in its last run. Decides how many work-groups a worker claims at a time, and
// whether to wake other workers.
class Costs {
 public:
  // Nanoseconds; 0: unknown.
  double of(const void *kernel) const noexcept;
  void set(const void *kernel, double nanoseconds) noexcept;

 private:
  // Indexed by the kernel's hash. Low half: of the hash; high half: the time, a float.
  std::array<std::atomic<uint64_t>, 256> entries_{};
};

class RangeJob final : public Job {
 public:
  // As Executor::run.
  static RunResult run(Workers &workers, WorkerMemoryPool &pool, Costs &costs, const NdRange &range, LaunchSize size);
  // As run(), in the calling thread alone. The kernel must use no async copies and not be compiled for a mode.
  static RunResult run_in_thread(WorkerMemoryPool &pool, Costs &costs, const NdRange &range);

 private:
  // The ND-range as kernels see it, and the memory that its work-groups need.
  struct Shape {
    explicit Shape(const NdRange &range);

    abi::Launch launch;
    uint64_t groups;       // total
    uint64_t items;        // of the largest work-group
    MemoryNeeds needs;     // of each worker
    unsigned max_workers;  // limited by the machine's memory
  };

  RangeJob(Workers &workers, WorkerMemoryPool &pool, Costs &costs, const NdRange &range, LaunchSize size,
           const Shape &shape);
  ~RangeJob() override = default;

  void work(bool owner) noexcept override;
  void begin_checks(WorkerMemory &memory) noexcept;
  void run_groups(WorkerMemory &memory, const StackFor &stack, uint64_t begin, uint64_t end) noexcept;
  void trace_groups(WorkerMemory &memory, const StackFor &stack, uint64_t begin, uint64_t end, bool each) noexcept;
  void run_in_mode(WorkerMemory &memory) noexcept;
  void add_counts(const CopyCounts &counts) noexcept;

  WorkerMemoryPool &pool_;
  Costs &costs_;
  const abi::KernelInfo *const kernel_;
  const std::byte *const args_;
  const uint32_t mode_;  // kChecked, kScheduled, or 0
  const bool streams_;   // uses non-temporal stores
  const bool begins_alone_;
  // Copies of kernel_'s fields: a worker that joins late reads them after the kernel may have been released.
  const bool denorms_are_zero_;
  const uint64_t stack_bytes_;
  observe::Reports *const reports_;
  const checks::Allocations *const allocations_;
  const uint64_t shared_;                                  // NdRange::shared
  const std::unique_ptr<checks::RaceLaunch> race_launch_;  // where the kernel is checked for races
  const uint64_t number_;  // of the ND-range in the process, for the seed of its schedule
  const Shape shape_;
  const StackFor owner_stack_;  // this and owner_memory_ are allocated before any work-group starts
  WorkerMemory *owner_memory_;
  PrintBuffer printed_;
  const uint64_t command_;
  const uint32_t traced_name_;  // of the kernel; 0: not traced
  std::atomic<bool> stopped_{false};
  GroupFault fault_;  // written by the thread that has set stopped_
  std::atomic<uint64_t> copies_{0}, bytes_{0}, chunks_{0}, offloaded_chunks_{0}, elided_{0};
};

}  // namespace wherry::exec
