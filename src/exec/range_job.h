// SPDX-License-Identifier: Apache-2.0
// One ND-range on the workers.
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

// What a work-item of each kernel took when it ran last: a guess at how many groups to take at a time,
// and whether to call for help at all.
class Costs {
 public:
  // Nanoseconds; 0: unknown.
  double of(const void *kernel) const noexcept;
  void set(const void *kernel, double nanoseconds) noexcept;

 private:
  std::array<std::atomic<uint64_t>, 256> entries_{};  // by the kernel's hash: half of it, and a float
};

class RangeJob final : public Job {
 public:
  // As Executor::run.
  static RunResult run(Workers &workers, WorkerMemoryPool &pool, Costs &costs, const NdRange &range);
  // As Executor::size_of, wherever the workers are.
  static LaunchSize size_of(const Costs &costs, const NdRange &range);
  // Likewise run(), in the calling thread, without a job that others could join: not of async copies, nor of a mode.
  static RunResult run_in_thread(WorkerMemoryPool &pool, Costs &costs, const NdRange &range);

 private:
  // An ND-range in the form that kernels see, and what its groups need.
  struct Shape {
    explicit Shape(const NdRange &range);

    abi::Launch launch;
    uint64_t groups;         // in all
    uint64_t items;          // of the largest group
    uint64_t local_bytes;    // for each worker
    uint64_t context_bytes;  // for each worker
    unsigned max_workers;    // whose memory the machine can hold
  };

  RangeJob(Workers &workers, WorkerMemoryPool &pool, Costs &costs, const NdRange &range, const Shape &shape);
  ~RangeJob() override = default;

  void work(bool owner) noexcept override;
  void run_groups(WorkerMemory &memory, const StackFor &stack, uint64_t begin, uint64_t end) noexcept;
  void trace_groups(WorkerMemory &memory, const StackFor &stack, uint64_t begin, uint64_t end, bool each) noexcept;
  void run_in_mode(WorkerMemory &memory) noexcept;
  void add_counts(const CopyCounts &counts) noexcept;

  WorkerMemoryPool &pool_;
  Costs &costs_;
  const abi::KernelInfo *const kernel_;
  const std::byte *const args_;
  const uint32_t mode_;  // kChecked, kScheduled, or 0
  const bool streams_;   // results pass the caches by
  // Asked by a worker that comes when all is done, and the kernel may be gone.
  const bool denorms_are_zero_;
  const uint64_t stack_bytes_;
  observe::Reports *const reports_;
  const uint64_t number_;  // of the range, in the process, for its schedule
  const Shape shape_;
  const StackFor owner_stack_;  // these two are had before any group starts
  WorkerMemory *owner_memory_;
  PrintBuffer printed_;
  const uint64_t command_;
  const uint32_t traced_name_;  // the kernel's; 0: not traced
  std::atomic<uint64_t> copies_{0}, bytes_{0}, chunks_{0}, offloaded_chunks_{0}, elided_{0};
};

}  // namespace wherry::exec
