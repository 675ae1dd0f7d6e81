// SPDX-License-Identifier: Apache-2.0
// Who runs a launch, by the time of a work-item.
#include "exec/launch_size.h"

#include <gtest/gtest.h>

#include "exec_kernels.h"

namespace wherry::test {
namespace {

using exec::LaunchSize;

LaunchSize size_of(uint32_t flags, uint64_t items, uint64_t local, double item_nanoseconds) {
  abi::KernelInfo info = kernel([](const std::byte *, abi::GroupContext *) {});
  info.flags = flags;
  return exec::size_of(range(info, items, {1, {items}, {local}}), item_nanoseconds);
}

TEST(LaunchSize, UnknownOrLongIsShared) {
  EXPECT_EQ(LaunchSize::shared, size_of(abi::kLoopFree, 8, 8, 0));
  EXPECT_EQ(LaunchSize::shared, size_of(abi::kLoopFree, 8, 8, exec::kWakeNanoseconds / 8));
  EXPECT_EQ(LaunchSize::shared, size_of(abi::kLoopFree, uint64_t{1} << 62, 1, 1));
}

TEST(LaunchSize, BelowTheTimeToWakeAWorkerOneThreadRunsIt) {
  EXPECT_EQ(LaunchSize::single_thread, size_of(0, 8, 8, exec::kWakeNanoseconds / 8 - 1));
  EXPECT_EQ(LaunchSize::single_thread, size_of(0, exec::kFewGroups, 1, 1));
  EXPECT_EQ(LaunchSize::begins_alone, size_of(0, exec::kFewGroups + 1, 1, 1));
}

TEST(LaunchSize, HelpersAndModesNeedAJob) {
  for (const uint32_t flag : {abi::kUsesAsyncCopies, abi::kChecked, abi::kScheduled, abi::kEnqueues})
    EXPECT_EQ(LaunchSize::begins_alone, size_of(abi::kLoopFree | flag, 8, 8, 1));
}

TEST(LaunchSize, BelowTheTimeToEnqueueTheCallMayRunIt) {
  EXPECT_EQ(LaunchSize::immediate, size_of(abi::kLoopFree, 8, 8, exec::kEnqueueNanoseconds / 8 - 1));
  EXPECT_EQ(LaunchSize::single_thread, size_of(abi::kLoopFree, 8, 8, exec::kEnqueueNanoseconds / 8));
  EXPECT_EQ(LaunchSize::single_thread, size_of(0, 8, 8, 1));  // its time has no bound
  EXPECT_EQ(LaunchSize::single_thread, size_of(abi::kLoopFree | abi::kUsesPrintf, 8, 8, 1));
}

}  // namespace
}  // namespace wherry::test
