// SPDX-License-Identifier: Apache-2.0
// Local sizes that the driver replaces.
#include <gtest/gtest.h>

#include "kernel_abi/limits.h"
#include "launch/kernel_build.h"
#include "objects/object.h"

const wherry::DispatchTable wherry::dispatch_table{};  // icd/'s: objects name it

namespace wherry::test {
namespace {

using runtime::Size3;

constexpr double kShort = 1, kLong = 100'000;  // nanoseconds of a work-item

Size3 spread(uint32_t flags, Size3 local, Size3 global, size_t workers, double item_nanoseconds) {
  abi::KernelInfo info{};
  info.flags = flags;
  const runtime::WorkGroupSizes build{&info, true};
  return build.spread(local, global, workers, item_nanoseconds);
}

TEST(Spread, LongWorkItemsReachAllWorkers) {
  EXPECT_EQ(spread(abi::kRegroupable, {64, 1, 1}, {128, 1, 1}, 2, kLong), (Size3{16, 1, 1}));
  EXPECT_EQ(spread(abi::kRegroupable, {64, 1, 1}, {128, 1, 1}, 64, kLong), (Size3{1, 1, 1}));
}

TEST(Spread, VectorsStayWhole) {
  constexpr uint32_t kFlags = abi::kRegroupable | abi::kVectorised;
  EXPECT_EQ(spread(kFlags, {64, 1, 1}, {128, 1, 1}, 2, kLong), (Size3{64, 1, 1}));
  EXPECT_EQ(spread(kFlags, {64, 1, 1}, {128, 1, 1}, 64, kLong), (Size3{16, 1, 1}));
  EXPECT_EQ(spread(kFlags | abi::kLanesAlongY, {1, 64, 1}, {1, 128, 1}, 64, kLong), (Size3{1, 16, 1}));
}

TEST(Spread, NotWhereNothingIsGained) {
  EXPECT_EQ(spread(abi::kRegroupable, {64, 1, 1}, {128, 1, 1}, 2, kShort), (Size3{64, 1, 1}));
  EXPECT_EQ(spread(abi::kRegroupable, {64, 1, 1}, {128, 1, 1}, 2, 0), (Size3{64, 1, 1}));
  EXPECT_EQ(spread(abi::kRegroupable, {64, 1, 1}, {6400, 1, 1}, 2, kLong), (Size3{64, 1, 1}));
  EXPECT_EQ(spread(abi::kRegroupable, {63, 1, 1}, {126, 1, 1}, 2, kLong), (Size3{63, 1, 1}));
  EXPECT_EQ(spread(0, {64, 1, 1}, {128, 1, 1}, 64, kLong), (Size3{64, 1, 1}));
}

// A round of a loop over the grid is as long as can be.
TEST(Regroup, LoopsOverTheGridHaveOneWorkGroupForEachWorker) {
  abi::KernelInfo info{};
  info.flags = abi::kRegroupable | abi::kVectorised | abi::kContiguous | abi::kGridLoops;
  const runtime::WorkGroupSizes build{&info, true};
  EXPECT_EQ(build.regroup({4096, 1, 1}, {64, 1, 1}, 1), (Size3{4096, 1, 1}));
  EXPECT_EQ(build.regroup({4096, 1, 1}, {64, 1, 1}, 2), (Size3{2048, 1, 1}));
  EXPECT_EQ(build.regroup({4096 * 192, 1, 1}, {96, 1, 1}, 1), (Size3{3072, 1, 1}));  // not above the limit
}

// With short work-items, work-groups are to be long: 1088 = 17 * 64 and 1100 = 11 * 100.
TEST(Regroup, ShortWorkItemsOfOddSizesHaveLongItemLoops) {
  abi::KernelInfo info{};
  info.flags = abi::kRegroupable | abi::kVectorised | abi::kContiguous;
  info.lanes = 16;
  const runtime::WorkGroupSizes build{&info, true};
  EXPECT_EQ(build.regroup({1088, 1026, 1}, {64, 2, 1}, 1), (Size3{544, 1, 1}));
  EXPECT_EQ(build.regroup({1100, 1, 1026}, {100, 1, 2}, 1), (Size3{550, 1, 1}));
  EXPECT_EQ(build.regroup({1024, 1026, 1}, {64, 2, 1}, 1), (Size3{256, 2, 1}));
  EXPECT_EQ(build.regroup({1088, 16384, 1}, {64, 2, 1}, 1), (Size3{64, 2, 1})) << "data in memory";
}

// A tile of whole cache lines, where nobody sees that the last work-groups are smaller.
TEST(Regroup, TilesNeedNotDivideTheGlobalSize) {
  abi::KernelInfo info{};
  info.flags = abi::kRegroupable | abi::kVectorised;
  const runtime::WorkGroupSizes build{&info, true};
  EXPECT_EQ(build.regroup({1026, 1, 2051}, {9, 1, 7}, 1), (Size3{16, 1, 64}));
  EXPECT_EQ(build.regroup({1026, 2051, 1}, {9, 7, 1}, 1), (Size3{16, 64, 1}));
  EXPECT_EQ(build.regroup({1024, 2048, 1}, {16, 1, 1}, 1), (Size3{16, 64, 1}));
  EXPECT_EQ(build.regroup({192, 144, 16}, {9, 1, 1}, 1), (Size3{16, 48, 1})) << "a divisor has variants";
  EXPECT_EQ(build.regroup({1024, 2048, 1}, {16, 16, 1}, 1), (Size3{16, 16, 1}));
  // Blocks of iterations that read whole lines: longer item loops.
  info.blocked_iterations = 16;
  EXPECT_EQ(build.regroup({1024, 2048, 1}, {16, 16, 1}, 1), (Size3{64, 16, 1}));
  EXPECT_EQ(build.regroup({1024, 2048, 1}, {128, 16, 1}, 1), (Size3{128, 16, 1}));
}

// 518 = 7 * 74 and 513 = 3 * 171: rows of 74 would leave most of a second vector empty, and 3 of them block nothing.
TEST(Regroup, OddSizesFillVectorsAndBlocks) {
  abi::KernelInfo info{};
  info.flags = abi::kRegroupable | abi::kVectorised | abi::kContiguous;
  info.blocked_iterations = 4;
  info.lanes = 64;
  const runtime::WorkGroupSizes build{&info, true}, told{&info, true, true};
  EXPECT_EQ(build.regroup({518, 513, 1}, {7, 9, 1}, 1), (Size3{128, 4, 1}));
  EXPECT_EQ(build.choose_local_size({512, 513, 1}, 1), (Size3{128, 4, 1}));
  EXPECT_EQ(told.choose_local_size({518, 513, 1}, 1), (Size3{74, 3, 1})) << "the program may launch with it";
}

}  // namespace
}  // namespace wherry::test
