// SPDX-License-Identifier: Apache-2.0
// Launches: a kernel, its arguments, and an ND-range.
#pragma once
#include <memory>
#include <vector>

#include "exec/executor.h"
#include "graph/queue.h"
#include "launch/kernel_build.h"
#include "objects/memory.h"
#include "objects/recycled.h"

namespace wherry::runtime {

using NdRange = exec::NdRange;

// An ND-range with a snapshot of the kernel's arguments; may run any number of times, also concurrently.
struct Launch : Recycled<Launch> {
  Launch() {}  // leaves few_args uninitialised
  Launch(const Launch &) = delete;
  ~Launch() {
    if (code) code->release(1);
  }
  const KernelCode *code = nullptr;    // an owned reference
  const KernelBuild *build = nullptr;  // for the queue's device
  // The argument block is in one of these two, at an aligned offset.
  std::byte few_args[2 * abi::kArgsAlign];
  std::unique_ptr<std::byte[]> many_args;
  std::vector<Ref<Mem>> buffers;
  std::vector<Ref<Queue>> queues;               // on the device
  std::vector<abi::BufferRange> buffer_ranges;  // this and `locals`: for kernels with async copies
  std::vector<abi::LocalRange> local_ranges;
  exec::NdRange range = {};

  // Copies dimensions, offset and sizes of `sizes` to `range`, and nothing else.
  void set_sizes(const NdRange &sizes);
  // Launches the ND-range that the kernel has other code for, if the arguments allow it.
  void reshape(const Queue &queue);
  // Runs the kernel. Then writes the output of printf, adds the copies' counts to those of `event`, and passes the
  // reports of WHERRY_CHECK to the context.
  void run(Event &event) const;

 private:
  void find_written(Event &event) const;
  exec::RunResult run_shared(Event &event, exec::Executor &executor, exec::LaunchSize size) const;
};

Work work_of(std::unique_ptr<const Launch> launch);

// How large a launch is. Asked when a launch is enqueued, whether the call runs it, and else when its command runs: by
// then the kernel's time may be known, or be another.
exec::LaunchSize size_of(const exec::Executor &executor, const NdRange &range);

// Runs a launch of the kernel in the calling thread if that is faster than enqueueing it and the queue has no earlier
// command. Returns false if the caller must enqueue it. `sizes`: of an ND-range that is not empty; `event`: of the
// enqueueing call.
bool run_in_call(Queue &queue, cl_command_type type, Kernel &kernel, const NdRange &sizes, cl_event *event);
bool run_in_call(Queue &queue, cl_command_type type, const Launch &launch, cl_event *event);

}  // namespace wherry::runtime
