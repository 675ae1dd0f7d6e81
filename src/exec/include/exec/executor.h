// SPDX-License-Identifier: Apache-2.0
// Runs ND-ranges, and anything else, on the process's workers.
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "copies/copy_counts.h"
#include "exec/affinity.h"
#include "kernel_abi/abi.h"
#include "observe/reports.h"
#include "platform/process/fork_gate.h"

namespace wherry::exec {

using copies::CopyCounts;

// Of what waits for a worker; nothing that has begun is interrupted.
enum class Priority { high, normal, low };

struct NdRange {
  const abi::KernelInfo *kernel;
  const std::byte *args;  // the argument block; must live until run() returns
  uint32_t work_dim;
  uint64_t global_offset[3];
  uint64_t global_size[3];
  uint64_t local_size[3];         // global_size need not be a multiple
  uint64_t argument_local_bytes;  // local memory of arguments, after KernelInfo::local_bytes rounded up to kLocalAlign
  // Launch::buffers and Launch::locals; must live as long as `args`.
  std::span<const abi::BufferRange> buffers;
  std::span<const abi::LocalRange> locals;
  uint64_t command = 0;       // its number in the timeline
  observe::Reports *reports;  // of checked modules
};

struct RunResult {
  CopyCounts copies;
  // What printf wrote, whole calls in order within a work-group. Bounded; the rest is dropped.
  std::string printed;
};

// How much work an ND-range is, by what its kernel took when it ran last. What runs it, and where, follows from this
// alone.
enum class LaunchSize {
  shared,         // more, or unknown: the workers share it
  single_thread,  // less than it takes to wake a worker, in few work-groups: the thread that has it runs it alone
  immediate,      // less than it takes to enqueue a command: the call that enqueues it may run it
};

class Executor {
 public:
  // The process's executor. Cheap: threads start with the first submit() or run(). After fork() the
  // child gets a fresh one.
  static Executor &instance();

  // One of its own, which is never destroyed; `cpus` as for Partition. `before_fork`: what it takes the place of.
  static Executor *make(unsigned workers, const Cpus &cpus, Executor *before_fork);
  // An executor is of use only in the process that made it.
  bool is_of_this_process() const { return process_ == process::forks(); }

  // Keeps the calling thread where the workers are, as they do themselves.
  Pinned pin() const;

  // Workers, the calling thread of run() among them: as many as the affinity mask and the cgroup's
  // CPU quota allow, or WHERRY_NUM_THREADS.
  unsigned num_workers() const;

  // Runs `task(data)` soon, on a worker; tasks of one priority start in the order submitted, and each waits for a
  // bounded number of others. `task` must not throw.
  // Throws std::bad_alloc, or std::system_error where no thread can be had.
  void submit(void (*task)(void *), void *data, Priority priority = Priority::normal);

  // Whether a task that was submitted waits for a worker, and whether one does that comes before `priority`.
  bool has_waiting() const;
  bool has_waiting_before(Priority priority) const;

  // Runs all work-groups and returns when the last has ended; the calling thread works too, whether
  // it is a worker or not. Throws std::bad_alloc where local memory or contexts cannot be had, or
  // the work-groups are more than 2^62; then no work-group has started.
  RunResult run(const NdRange &range, LaunchSize size = LaunchSize::shared);
  LaunchSize size_of(const NdRange &range) const;

  // Calls body(begin, end, data) for parts of [0, n), in parallel where n exceeds grain; the calling thread
  // works too. `body` must not throw. Throws std::bad_alloc before any part has started.
  void parallel_for(size_t n, size_t grain, void (*body)(size_t begin, size_t end, void *data), void *data);

 private:
  struct State;
  explicit Executor(State *state) : state_(state), process_(process::forks()) {}
  State *state_;
  const unsigned process_;
};

}  // namespace wherry::exec
