// SPDX-License-Identifier: Apache-2.0
// Copies by a schedule, where memory is short.
#include <gtest/gtest.h>

#include <numeric>
#include <vector>

#include "common/short_memory.h"
#include "copies/scheduled_copies.h"

namespace {

namespace abi = wherry::abi;
namespace copies = wherry::copies;
using copies::ScheduledCopies;
using wherry::test::allocations_left;

// Whatever allocation fails: the first work-item gets the event that all others get, or nothing was done and the next
// one starts the copy. By the wait the copy is there.
TEST(ScheduledCopies, AllWorkItemsGetTheSameEventWhereMemoryIsShort) {
  constexpr uint64_t kItems = 4, kBytes = 1000;
  const abi::Site copy_site{"kernel", "", 1, 1, 1}, wait_site{"kernel", "", 2, 1, 2};
  std::vector<std::byte> local(64), src(kBytes, std::byte{1});
  abi::KernelInfo kernel{};
  kernel.local_bytes = static_cast<uint32_t>(local.size());
  abi::Launch launch{};
  launch.kernel = &kernel;
  std::fill_n(launch.num_groups, 3, 1);
  abi::GroupContext group{};
  group.launch = &launch;
  group.local_memory = local.data();
  group.local_size[0] = kItems, group.local_size[1] = group.local_size[2] = 1;
  int published = 0;
  for (uint64_t seed = 1; seed <= 20; ++seed)
    for (int fails = 0; fails < 12; ++fails) {
      ScheduledCopies scheduled;
      scheduled.begin_group(group, seed, 0);
      std::vector<std::byte> dst(kBytes);
      const copies::Copy copy = copies::describe(dst.data(), src.data(), kBytes, 1, 1, 1);
      uint64_t events[kItems] = {};
      bool threw = false;
      for (uint64_t item = 0; item < kItems; ++item) {
        scheduled.at_item(item);
        if (item == 0) allocations_left = fails;
        try {
          events[item] = scheduled.copy(copy_site, copy, 0);
        } catch (const std::bad_alloc &) {
          threw = true;
        }
        allocations_left = -1;
        if (threw && item == 0) EXPECT_EQ(dst, std::vector<std::byte>(kBytes));
      }
      published += !threw;
      for (uint64_t item = 1; item < kItems; ++item) {
        EXPECT_NE(events[item], 0u);
        if (threw)
          EXPECT_NE(events[item], events[0]);
        else
          EXPECT_EQ(events[item], events[0]) << seed << ' ' << fails;
      }
      for (uint64_t item = 0; item < kItems; ++item) {
        scheduled.at_item(item);
        scheduled.wait(wait_site, 1, &events[threw ? 1 : 0]);
      }
      EXPECT_EQ(dst, src);
      scheduled.end_group();
    }
  EXPECT_GT(published, 0);
}

}  // namespace
