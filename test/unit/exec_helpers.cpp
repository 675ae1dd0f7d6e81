// SPDX-License-Identifier: Apache-2.0
// Workers that stay to help with copies: on the arena, and on plain threads as in a forked child.
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "common/hang.h"
#include "exec/call_ring.h"
#include "exec/workers.h"
#include "exec_kernels.h"

namespace wherry::test {
namespace {

using exec::CallRing;
using exec::Workers;
using namespace std::chrono_literals;

TEST(CallRing, FirstInFirstOutAndBounded) {
  CallRing ring;
  exec::Call call;
  for (int round = 0; round < 3; ++round) {
    EXPECT_FALSE(ring.pop(call));
    for (uint64_t i = 0; i < CallRing::kSize; ++i) EXPECT_TRUE(ring.push({nullptr, nullptr, i}));
    EXPECT_EQ(ring.size(), CallRing::kSize);
    EXPECT_FALSE(ring.push({nullptr, nullptr, 0}));
    for (uint64_t i = 0; i < CallRing::kSize - 7; ++i) {
      EXPECT_TRUE(ring.pop(call));
      EXPECT_EQ(call.extra, i);
    }
    for (uint64_t i = 0; i < 7; ++i) EXPECT_TRUE(ring.pop(call));
  }
}

TEST(CallRing, ManyThreads) {
  CallRing ring;
  std::atomic<uint64_t> sum{0}, taken{0};
  constexpr uint64_t kEach = 20000;
  std::vector<std::thread> threads;
  for (int t = 0; t < 2; ++t) {
    threads.emplace_back([&] {
      for (uint64_t i = 1; i <= kEach;)
        if (ring.push({nullptr, &ring, i}))
          ++i;
        else
          std::this_thread::yield();
    });
    threads.emplace_back([&] {
      while (taken < 2 * kEach)
        if (exec::Call call; ring.pop(call)) {
          EXPECT_EQ(call.data, &ring);
          sum += call.extra;
          ++taken;
        } else {
          std::this_thread::yield();
        }
    });
  }
  for (auto &thread : threads) thread.join();
  EXPECT_EQ(sum, kEach * (kEach + 1));
}

// Never destroyed, as the program's own; made before any thread, for ThreadSanitizer cannot see into oneTBB.
constexpr unsigned kCount = 3;
const exec::Cpus kAnywhere;
Workers &in_arena = *new Workers(kCount, false, kAnywhere), &plain = *new Workers(kCount, true, kAnywhere);

class Helpers : public testing::TestWithParam<Workers *> {
 protected:
  Workers &workers = *GetParam();
  bool help(bool wake) {
    return workers.help([](void *count, uint64_t) { ++*static_cast<std::atomic<int> *>(count); }, &helped_, 0, wake);
  }
  // That many workers stay and are awake, till they are let go.
  void hold(int count) {
    const auto wait = [](void *, uint64_t) {
      ++at_work_;
      held_.wait(true);
    };
    at_work_ = 0;
    held_ = true;
    for (int i = 1; i <= count; ++i) {
      EXPECT_TRUE(eventually([&] { return workers.help(wait, nullptr, 0, true); }));
      EXPECT_TRUE(eventually([&] { return at_work_ == i; }));
    }
  }
  void let_go() {
    held_ = false;
    held_.notify_all();
  }
  static inline std::atomic<int> helped_, at_work_;  // calls may come when the test is over
  static inline std::atomic<bool> held_;
  void SetUp() override {
    helped_ = 0;
    EXPECT_TRUE(eventually([&] { return workers.helpers() == 0; }));
  }
};
INSTANTIATE_TEST_SUITE_P(Threads, Helpers, testing::Values(&in_arena, &plain),
                         [](const auto &info) { return info.param == &plain ? "Plain" : "Arena"; });

TEST_P(Helpers, StayWhileCopiesMayComeAndLeave) {
  EXPECT_EQ(workers.idle(), kCount);
  EXPECT_FALSE(help(false));  // nobody is there
  for (int round = 0; round < 3; ++round) {
    helped_ = 0;
    // Before there are copies: one who was called for the test before may come as late as that, and stay.
    EXPECT_TRUE(eventually([&] { return workers.helpers() == 0; }));
    {
      const Workers::Copying other(workers, false), copying(workers, true);
      const Workers::Busy busy(workers);
      EXPECT_TRUE(help(true));
      // One, and maybe another who was called for the round before and has been interrupted since.
      EXPECT_TRUE(eventually([&] { return helped_ == 1 && workers.helpers() >= 1; }));
      EXPECT_EQ(workers.idle(), 2u);
      EXPECT_TRUE(eventually([&] { return workers.awake() == 0; }));  // asleep
      EXPECT_FALSE(help(false));
      EXPECT_TRUE(help(true));
      EXPECT_TRUE(eventually([&] { return helped_ == 2; }));
      EXPECT_LE(workers.helpers(), workers.idle());
    }
    EXPECT_TRUE(eventually([&] { return workers.helpers() == 0; }));
  }
  // Once more without any that copies: the call is made, nobody stays.
  EXPECT_TRUE(help(true));
  EXPECT_TRUE(eventually([&] { return helped_ == 3; }));
  EXPECT_TRUE(eventually([&] { return workers.helpers() == 0; }));
}

TEST_P(Helpers, TheAwakeAreCalledWithoutWaking) {
  const Workers::Copying copying(workers, true);
  hold(1);
  EXPECT_GE(workers.awake(), 1u);
  int made = 0;
  while (made < 100 && help(false)) ++made;
  EXPECT_GE(made, 1);
  EXPECT_LT(made, 100);  // they have enough to do
  let_go();
  EXPECT_TRUE(eventually([&] { return helped_ == made; }));
}

TEST_P(Helpers, NoMoreStayThanAreIdle) {
  const Workers::Copying copying(workers, true);
  std::atomic<bool> end{false};
  std::vector<std::thread> threads;
  for (int i = 0; i < 2; ++i)
    threads.emplace_back([&] {
      const Workers::Busy busy(workers);
      end.wait(false);
    });
  EXPECT_TRUE(eventually([&] { return workers.idle() == 1; }));
  for (int i = 0; i < 100; ++i) {
    EXPECT_TRUE(eventually([&] { return help(true); }));  // there may be too many calls already
    EXPECT_LE(workers.helpers(), 1u);
  }
  EXPECT_TRUE(eventually([&] { return helped_ == 100; }));
  EXPECT_TRUE(eventually([&] { return workers.helpers() == 1; }));
  end = true;
  end.notify_all();
  for (auto &thread : threads) thread.join();
}

// As many tasks as workers that wait for one another, with all workers staying, awake or asleep.
TEST_P(Helpers, TakeUpSubmittedWork) {
  static std::atomic<int> at_work;
  for (const auto pause : {0us, 2000us}) {
    const Workers::Copying copying(workers, true);
    hold(kCount);
    EXPECT_EQ(workers.helpers(), kCount);
    let_go();
    std::this_thread::sleep_for(pause);
    at_work = 0;
    for (int i = 0; i < 3; ++i)
      workers.submit(
          [](void *) {
            ++at_work;
            EXPECT_TRUE(eventually([] { return at_work >= 3; }));
          },
          nullptr);
    EXPECT_TRUE(eventually([] { return at_work == 3; }));
    EXPECT_TRUE(eventually([&] { return workers.idle() == 3; }));
  }
}

// Ranges of one group whose copies are helped with, while others come and go and work is submitted.
struct PipelineArgs {
  const uint32_t *in;
  uint64_t tile, tiles;
  std::atomic<uint64_t> *sum;
};

void pipeline(const std::byte *block, abi::GroupContext *group) {
  const auto &args = args_of<PipelineArgs>(block);
  const abi::HostCalls &host = *group->launch->host;
  auto *local = reinterpret_cast<uint32_t *>(group->local_memory);
  const auto fetch = [&](uint64_t i) {
    return host.async_copy(group, &kSite, local + i % 2 * args.tile, args.in + i * args.tile, args.tile, 4, 1, 1, 0);
  };
  uint64_t sum = 0, events[2] = {fetch(0), 0};
  for (uint64_t i = 0; i < args.tiles; ++i) {
    if (i + 1 < args.tiles) events[(i + 1) % 2] = fetch(i + 1);
    host.wait_events(group, &kSite, 1, &events[i % 2]);
    for (uint64_t k = 0; k < args.tile; ++k) sum += local[i % 2 * args.tile + k];
    std::memset(local + i % 2 * args.tile, 0, args.tile * 4);
  }
  args.sum->fetch_add(sum);
}

TEST(Pipeline, HelpedFromMidstOfOtherWork) {
  constexpr uint64_t kTile = 20000, kTiles = 40;
  std::vector<uint32_t> in(kTile * kTiles);
  uint64_t expected = 0;
  for (size_t i = 0; i < in.size(); ++i) expected += in[i] = static_cast<uint32_t>(i * 2654435761u);
  static const abi::KernelInfo info = kernel(pipeline), other = [] {
    abi::KernelInfo info = kernel([](const std::byte *, abi::GroupContext *) {});
    info.flags = 0;
    return info;
  }();
  std::vector<std::thread> threads;
  for (int t = 0; t < 2; ++t)
    threads.emplace_back([&, t] {
      for (int i = 0; i < 15; ++i) {
        std::atomic<uint64_t> sum{0};
        const PipelineArgs args{in.data(), kTile, kTiles, &sum};
        exec::Executor::instance().run(range(info, args, {1, {uint64_t(1 + t)}, {1}}, 2 * kTile * 4));
        ASSERT_EQ(sum, expected * static_cast<uint64_t>(1 + t));
      }
    });
  static std::atomic<uint32_t> done;
  done = 0;
  for (int i = 0; i < 200; ++i) {
    exec::Executor::instance().submit(
        [](void *) {
          const int args = 0;
          exec::Executor::instance().run(range(other, args, {1, {100}, {1}}));
          ++done;
        },
        nullptr);
    std::this_thread::sleep_for(100us);
  }
  for (auto &thread : threads) thread.join();
  EXPECT_TRUE(eventually([] { return done == 200; }));
}

}  // namespace
}  // namespace wherry::test
