// SPDX-License-Identifier: Apache-2.0
#include "exec/launch_size.h"

#include <algorithm>

#include "exec/executor.h"
#include "observe/trace.h"

namespace wherry::exec {

LaunchSize size_of(const NdRange &range, double item_nanoseconds) {
  constexpr uint32_t kNeedsJob = abi::kUsesAsyncCopies | abi::kChecked | abi::kScheduled | abi::kEnqueues;
  double time = item_nanoseconds;
  uint64_t groups = 1;
  for (uint32_t i = 0; i < range.work_dim; ++i) {
    const uint64_t global = range.global_size[i], local = std::max<uint64_t>(1, range.local_size[i]);
    time *= static_cast<double>(global);
    if (time >= kWakeNanoseconds) return LaunchSize::shared;
    if (global > local) groups *= (global - 1) / local + 1;  // no overflow: a short time implies few work-items
  }
  if (time <= 0) return LaunchSize::shared;
  const uint32_t flags = range.kernel->flags;
  if (flags & kNeedsJob || groups > kFewGroups || observe::trace::on()) return LaunchSize::begins_alone;
  const bool may_be_immediate = (flags & (abi::kUsesPrintf | abi::kLoopFree)) == abi::kLoopFree;
  return may_be_immediate && time < kEnqueueNanoseconds ? LaunchSize::immediate : LaunchSize::single_thread;
}

}  // namespace wherry::exec
