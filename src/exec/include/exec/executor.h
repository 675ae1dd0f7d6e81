// SPDX-License-Identifier: Apache-2.0
// Runs ND-ranges and other tasks on the process's workers.
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "checks/command_order.h"
#include "checks/group_reports.h"
#include "copies/copy_counts.h"
#include "exec/affinity.h"
#include "exec/launch_size.h"
#include "kernel_abi/abi.h"
#include "observe/reports.h"
#include "platform/process/fault_guard.h"
#include "platform/process/fork_gate.h"

namespace wherry::exec {

using copies::CopyCounts;

// The order of waiting tasks; a task that has started is not interrupted.
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
  uint64_t shared = 0;        // a bit for each argument that shared memory was given for, of modules for WHERRY_CHECK
  bool apart = false;         // no two buffers that are arguments overlap, as far as that is known
  uint64_t command = 0;       // the command's number in the timeline
  observe::Reports *reports;  // for modules compiled for WHERRY_CHECK
  const checks::Allocations *allocations = nullptr;  // likewise
  const checks::CommandOrder *order = nullptr;       // of the command, with WHERRY_CHECK=race
  // Of kernels with abi::kEnqueues: Launch::enqueue and Launch::parent.
  const abi::EnqueueCalls *enqueue = nullptr;
  void *parent = nullptr;
  uint64_t asked_sizes[6] = {};  // the program's global and local size, of a launch that the driver has reshaped
};

// A fault of a work-group, and where.
struct GroupFault {
  process::Fault fault;
  const abi::KernelInfo *kernel;
  const abi::Site *site;  // of the async copy or wait that the fault was in; null: none
  uint64_t group_id[3];
  bool overflows_stack;

  // "kernel 'k', line 3:7, work-group (0,0,0): writes to 0x10 (SIGSEGV)". `place`: of the instruction; "": not known.
  std::string text(const std::string &place) const;
};

struct RunResult {
  CopyCounts copies;
  // The output of printf: complete calls, in order within a work-group, at most kPrintfBufferSize bytes.
  std::string printed;
  // The first; no work-group has begun after it was found.
  std::unique_ptr<GroupFault> fault = nullptr;

  // Writes it to the program's standard output.
  void print() const;
};

class Executor {
 public:
  // The process's executor. Cheap: the first submit() or run() starts the threads. After fork() the child gets a new
  // executor.
  static Executor &instance();

  // Makes another executor, which is never destroyed; `cpus` as for Partition. `before_fork`: the parent process's
  // executor that the new one replaces, or null.
  static Executor *make(unsigned workers, const Cpus &cpus, Executor *before_fork);
  // An executor works only in the process that made it.
  bool is_of_this_process() const { return process_ == process::forks(); }

  // Binds the calling thread to the workers' CPUs.
  Pinned pin() const;

  // The number of workers, including the calling thread of run(): as many as the affinity mask and the cgroup's CPU
  // quota allow, or WHERRY_NUM_THREADS.
  unsigned num_workers() const;

  // Runs `task(data)` on a worker. Tasks of one priority start in the order of submission, and a bounded number of
  // other tasks runs before each. `task` must not throw. Throws std::bad_alloc, or std::system_error if no thread can
  // be started.
  void submit(void (*task)(void *), void *data, Priority priority = Priority::normal);

  // Whether a submitted task waits for a worker, and whether one of a higher priority than `priority` does.
  bool has_waiting() const;
  bool has_waiting_before(Priority priority) const;

  // Runs all work-groups and returns when the last one has ended; the calling thread runs work-groups too, whether it
  // is a worker or not. Throws std::bad_alloc before any work-group starts if local memory or work-item contexts cannot
  // be allocated, or if there are more than 2^62 work-groups.
  RunResult run(const NdRange &range, LaunchSize size = LaunchSize::shared);
  // By the time of the last launch of the kernel that was timed.
  LaunchSize size_of(const NdRange &range) const;
  // The time of one work-item in the last launch of the kernel that was timed; 0: unknown.
  double item_nanoseconds(const abi::KernelInfo &kernel) const noexcept;

  // Calls body(begin, end, data) for parts of [0, n), in parallel if n exceeds grain; the calling thread runs parts
  // too. `body` must not throw. Throws std::bad_alloc before any part has started.
  void parallel_for(size_t n, size_t grain, void (*body)(size_t begin, size_t end, void *data), void *data);

 private:
  struct State;
  explicit Executor(State *state) : state_(state), process_(process::forks()) {}
  State *state_;
  const unsigned process_;
};

}  // namespace wherry::exec
