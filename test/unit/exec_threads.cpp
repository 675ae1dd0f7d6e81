// SPDX-License-Identifier: Apache-2.0
// Submitted tasks, loops, the program's own oneTBB, fork.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <set>
#include <thread>

#include "common/hang.h"
#include "exec_kernels.h"

namespace wherry::test {
namespace {

using exec::Executor;

void wait_for(std::atomic<uint32_t> &count, uint32_t value) {
  for (uint32_t now; (now = count.load()) != value;) count.wait(now);
}

TEST(Submit, AllRunAndMayRunRanges) {
  static std::atomic<uint32_t> done;
  static std::atomic<uint64_t> groups;
  static const abi::KernelInfo info = kernel([](const std::byte *, abi::GroupContext *) { ++groups; });
  done = 0;
  groups = 0;
  for (int i = 0; i < 200; ++i)
    Executor::instance().submit(
        [](void *) {
          const int args = 0;
          Executor::instance().run(range(info, args, {1, {100}, {1}}));
          ++done;
          done.notify_all();
        },
        nullptr);
  wait_for(done, 200);
  EXPECT_EQ(groups, 20000u);
}

TEST(Submit, OrderWithOneWorker) {
  if (Executor::instance().num_workers() != 1) GTEST_SKIP() << "needs WHERRY_NUM_THREADS=1";
  static std::vector<intptr_t> order;
  static std::atomic<uint32_t> done;
  order.clear();
  done = 0;
  for (intptr_t i = 0; i < 100; ++i)
    Executor::instance().submit(
        [](void *i) {
          order.push_back(reinterpret_cast<intptr_t>(i));
          ++done;
          done.notify_all();
        },
        reinterpret_cast<void *>(i));
  wait_for(done, 100);
  for (intptr_t i = 0; i < 100; ++i) EXPECT_EQ(order[i], i);
}

TEST(Submit, PriorityBeforeOrder) {
  if (Executor::instance().num_workers() != 1) GTEST_SKIP() << "needs WHERRY_NUM_THREADS=1";
  static std::vector<intptr_t> order;
  static std::atomic<uint32_t> begun, done;
  order.clear();
  begun = done = 0;
  // Holds the worker until all are submitted.
  Executor::instance().submit([](void *) { wait_for(begun, 1); }, nullptr);
  for (intptr_t i = 0; i < 30; ++i)
    Executor::instance().submit(
        [](void *i) {
          order.push_back(reinterpret_cast<intptr_t>(i));
          ++done;
          done.notify_all();
        },
        reinterpret_cast<void *>(i), static_cast<exec::Priority>(2 - i % 3));
  begun = 1;
  begun.notify_all();
  wait_for(done, 30);
  for (intptr_t i = 0; i < 30; ++i) EXPECT_EQ(order[i], i % 10 * 3 + 2 - i / 10);
}

TEST(Submit, AsManyThreadsAsWorkersAndNoMore) {
  static std::atomic<uint32_t> at_work, most, done;
  at_work = most = done = 0;
  const uint32_t workers = Executor::instance().num_workers();
  // Each waits for all workers to be at work.
  for (uint32_t i = 0; i < 3 * workers; ++i)
    Executor::instance().submit(
        [](void *workers) {
          const uint32_t now = ++at_work;
          for (uint32_t seen = most; seen < now && !most.compare_exchange_weak(seen, now);) {
          }
          EXPECT_TRUE(eventually([workers] { return most >= reinterpret_cast<uintptr_t>(workers); }));
          --at_work;
          ++done;
          done.notify_all();
        },
        reinterpret_cast<void *>(uintptr_t{workers}));
  wait_for(done, 3 * workers);
  EXPECT_EQ(most, workers);
}

TEST(ParallelFor, EveryNumberOnce) {
  for (size_t n : {0, 1, 10, 1000, 100000})
    for (size_t grain : {0, 1, 7, 1000, 1000000}) {
      std::vector<std::atomic<int>> seen(n);
      Executor::instance().parallel_for(
          n, grain,
          [](size_t begin, size_t end, void *data) {
            EXPECT_LT(begin, end);
            for (; begin < end; ++begin) ++static_cast<std::atomic<int> *>(data)[begin];
          },
          seen.data());
      for (auto &s : seen) ASSERT_EQ(s, 1);
    }
}

// What a program may do in a child: 0 if all went well.
int child() {
  static std::atomic<uint32_t> done;
  static std::atomic<uint64_t> groups, *args = &groups;
  static const abi::KernelInfo info = kernel(
      [](const std::byte *block, abi::GroupContext *) { ++**reinterpret_cast<std::atomic<uint64_t> *const *>(block); });
  end_if_hung();
  done = 0;
  groups = 0;
  Executor::instance().run(range(info, args, {1, {100000}, {1}}));
  if (groups != 100000) return 1;
  for (int i = 0; i < 20; ++i)
    Executor::instance().submit(
        [](void *) {
          Executor::instance().run(range(info, args, {1, {1000}, {1}}));
          ++done;
          done.notify_all();
        },
        nullptr);
  wait_for(done, 20);
  return groups == 120000 ? 0 : 2;
}

// At exit(), the leak checker misses the stacks of the threads that the child does not have.
constexpr bool kMayExit = !__has_feature(address_sanitizer);

void expect_good_child(bool by_exit, int depth) {
  const pid_t pid = fork();
  if (pid == 0) {
    int status = child();
    if (status == 0 && depth > 1) {
      expect_good_child(by_exit, depth - 1);
      status = testing::Test::HasFailure() ? 3 : 0;
    }
    by_exit ? std::exit(status) : _exit(status);
  }
  int status = -1;
  ASSERT_EQ(waitpid(pid, &status, 0), pid);
  EXPECT_TRUE(WIFEXITED(status)) << "signal " << WTERMSIG(status);
  EXPECT_EQ(WEXITSTATUS(status), 0);
}

TEST(Fork, TheChildStartsAfresh) {
  Executor *const before = &Executor::instance();
  for (bool by_exit : {false, kMayExit}) expect_good_child(by_exit, 2);
  EXPECT_EQ(&Executor::instance(), before);
}

TEST(Fork, WhileWorkRuns) {
  std::atomic<bool> end{false};
  std::thread busy([&] {
    std::atomic<uint64_t> groups{0}, *args = &groups;
    const abi::KernelInfo info = kernel([](const std::byte *block, abi::GroupContext *) {
      ++**reinterpret_cast<std::atomic<uint64_t> *const *>(block);
    });
    while (!end) Executor::instance().run(range(info, args, {1, {10000}, {1}}));
  });
  for (int i = 0; i < 20; ++i) expect_good_child(kMayExit && i % 2, 1);
  end = true;
  busy.join();
}

}  // namespace
}  // namespace wherry::test
