// SPDX-License-Identifier: Apache-2.0
// How large an ND-range is, by the time of its kernel's last run: the one decision on which threads run it, and the
// times that it is made by.
#pragma once
#include <cstdint>

namespace wherry::exec {

struct NdRange;

// From a notification to a sleeping worker's first instruction, on an idle machine.
inline constexpr double kWakeNanoseconds = 10e3;
// To enqueue a command, and to hand it to a worker that spins (bench_host).
inline constexpr double kEnqueueNanoseconds = 500;
// A work-group that is worth another one beside it, on a worker that has to be woken: twice as long as that takes.
inline constexpr double kWorthAnotherGroupNanoseconds = 2 * kWakeNanoseconds;
// So few work-groups that a wrong estimate of their time costs little.
inline constexpr uint64_t kFewGroups = 16;

enum class LaunchSize {
  shared,         // longer, or unknown: the workers share the ND-range
  begins_alone,   // shorter than the time to wake a worker, in many work-groups, or with copies that helpers may take:
                  // one thread begins, and invites the workers if the estimate was wrong
  single_thread,  // shorter than that, in few work-groups: one thread runs the ND-range
  immediate,      // shorter than the time to enqueue a command: the enqueueing call may run the ND-range
};

// `item_nanoseconds`: the time of a work-item; 0: unknown.
LaunchSize size_of(const NdRange &range, double item_nanoseconds);

}  // namespace wherry::exec
