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

// An ND-range with all that it needs, taken when it is enqueued or recorded; runs any number of times, also at once.
struct Launch : Recycled<Launch> {
  Launch() {}  // leaves few_args as they are
  Launch(const Launch &) = delete;
  ~Launch() {
    if (code) code->release(1);
  }
  const KernelCode *code = nullptr;    // a reference
  const KernelBuild *build = nullptr;  // of the queue's device
  // Somewhere in one of these, for the alignment, is the argument block.
  std::byte few_args[2 * abi::kArgsAlign];
  std::unique_ptr<std::byte[]> many_args;
  std::vector<Ref<Mem>> buffers;
  std::vector<abi::BufferRange> buffer_ranges;  // both of kernels with async copies
  std::vector<abi::LocalRange> local_ranges;
  exec::NdRange range = {};

  // Where it is, of `sizes`; the rest of the range stays.
  void set_sizes(const NdRange &sizes);
  // Prints what the kernel printed; adds the copies' counts to those of `event`; hands the checked mode's reports to
  // the context.
  void run(Event &event) const;

 private:
  exec::RunResult run_shared(Event &event, exec::Executor &executor) const;
};

Work work_of(std::unique_ptr<const Launch> launch);

// Runs a launch of the kernel here and now where that takes no longer than to enqueue it would, and nothing in the
// queue comes before it. False: it is to be enqueued. `sizes`: of a range that is not empty; `event` as the enqueueing
// call's.
bool run_in_call(Queue &queue, cl_command_type type, Kernel &kernel, const NdRange &sizes, cl_event *event);

}  // namespace wherry::runtime
