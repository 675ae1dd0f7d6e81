// SPDX-License-Identifier: Apache-2.0
#include "exec/sub_groups.h"

#include <gtest/gtest.h>

#include <cstring>
#include <set>
#include <thread>
#include <vector>

namespace {

using namespace wherry::exec;

// What sub-groups share in a test; those of one test run on one thread.
struct Shared {
  SubGroups *all = nullptr;
  std::vector<uint64_t> order = {};
  uint64_t count = 0;
  std::set<uintptr_t> stacks = {};
};

Shared &shared_of(const void *captured) { return **static_cast<Shared *const *>(captured); }

uintptr_t here() { return reinterpret_cast<uintptr_t>(__builtin_frame_address(0)); }

void run(Shared &shared, uint64_t count, wherry::abi::SubGroupCode code) {
  shared.count = count;
  Shared *captured = &shared;
  shared.all->run(code, &captured, count);
}

TEST(SubGroups, TheOnesThatNeverWaitShareAStack) {
  SubGroups all;
  ASSERT_TRUE(all.reserve(100, 1000));
  Shared shared{&all};
  run(shared, 100, [](uint64_t i, const void *captured) {
    shared_of(captured).order.push_back(i);
    shared_of(captured).stacks.insert(here() >> 16);
  });
  ASSERT_EQ(shared.order.size(), 100u);
  for (uint64_t i = 0; i < 100; ++i) EXPECT_EQ(shared.order[i], i);
  EXPECT_EQ(shared.stacks.size(), 1u);
}

TEST(SubGroups, OnesThatWaitTakeTurns) {
  SubGroups all;
  ASSERT_TRUE(all.reserve(5, 1000));
  Shared shared{&all};
  run(shared, 5, [](uint64_t i, const void *captured) {
    Shared &shared = shared_of(captured);
    for (int turn = 0; turn < 3; ++turn) {
      shared.order.push_back(i);
      shared.all->yield();
    }
  });
  const std::vector<uint64_t> turns{0, 1, 2, 3, 4, 0, 1, 2, 3, 4, 0, 1, 2, 3, 4};
  EXPECT_EQ(shared.order, turns);
}

// Each waits for the one behind it; the last one goes first.
TEST(SubGroups, AnyMayWaitForAnyOther) {
  SubGroups all;
  Shared shared{&all};
  for (uint64_t count : {1u, 2u, 37u, 512u, 3u}) {
    ASSERT_TRUE(all.reserve(count, 4000));
    shared.order.clear();
    run(shared, count, [](uint64_t i, const void *captured) {
      Shared &shared = shared_of(captured);
      volatile char own[3000];
      memset(const_cast<char *>(own), static_cast<int>(i % 100), sizeof own);
      while (shared.order.size() < shared.count - 1 - i) shared.all->yield();
      for (const volatile char &one : own) EXPECT_EQ(one, static_cast<char>(i % 100));
      shared.order.push_back(i);
    });
    ASSERT_EQ(shared.order.size(), count);
    for (uint64_t i = 0; i < count; ++i) EXPECT_EQ(shared.order[i], count - 1 - i);
  }
}

// As vectors on the stack need, and callee-saved registers.
TEST(SubGroups, StacksAreAligned) {
  SubGroups all;
  ASSERT_TRUE(all.reserve(8, 1000));
  Shared shared{&all};
  run(shared, 8, [](uint64_t i, const void *captured) {
    Shared &shared = shared_of(captured);
    // At a function's entry the return address stands at a multiple of 16 plus 8.
    EXPECT_EQ(here() % 16, 0u);
    double sum = 0;
    for (int k = 0; k < 10; ++k) {
      sum += static_cast<double>(i) / 2;
      shared.all->yield();
    }
    EXPECT_EQ(sum, static_cast<double>(i) * 5);
    shared.order.push_back(i);
  });
  EXPECT_EQ(shared.order.size(), 8u);
}

TEST(SubGroups, OutsideOfARunAWaitOnlyPauses) {
  SubGroups all;
  all.yield();
  ASSERT_TRUE(all.reserve(2, 100));
  all.yield();
}

TEST(SubGroups, NoneAtAll) {
  SubGroups all;
  ASSERT_TRUE(all.reserve(1, 100));
  Shared shared{&all};
  run(shared, 0, [](uint64_t, const void *) { FAIL(); });
}

TEST(SubGroups, MoreThanThereIsOfMemory) {
  SubGroups all;
  EXPECT_FALSE(all.reserve(512, uint64_t{1} << 50));
  EXPECT_FALSE(all.reserve(512, ~uint64_t{0}));
  EXPECT_FALSE(all.reserve(uint64_t{1} << 60, 1 << 20));
  // What was asked for before is no longer there; less is granted.
  EXPECT_TRUE(all.reserve(4, 100));
}

TEST(SubGroups, SeveralThreads) {
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([] {
      SubGroups all;
      EXPECT_TRUE(all.reserve(16, 1000));
      Shared shared{&all};
      for (int again = 0; again < 50; ++again) {
        shared.order.clear();
        run(shared, 16, [](uint64_t i, const void *captured) {
          Shared &shared = shared_of(captured);
          while (shared.order.size() < shared.count - 1 - i) shared.all->yield();
          shared.order.push_back(i);
        });
        EXPECT_EQ(shared.order.size(), 16u);
      }
    });
  for (std::thread &thread : threads) thread.join();
}

// Writing below a stack ends the process instead of reaching the next one.
TEST(SubGroupsDeathTest, AStackHasAGuard) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  SubGroups all;
  ASSERT_TRUE(all.reserve(3, 1000));
  Shared shared{&all};
  EXPECT_DEATH(run(shared, 3,
                   [](uint64_t, const void *) {
                     for (uintptr_t at = here();; at -= 1024) *reinterpret_cast<volatile char *>(at) = 1;
                   }),
               "");
}

}  // namespace
