// SPDX-License-Identifier: Apache-2.0
// fork() waits for threads that are inside the library, and only for those.
#include "platform/process/fork_gate.h"

#include "platform/process/per_process.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <thread>

using namespace wherry::process;

namespace {

using std::chrono::milliseconds;

std::atomic<int> restored{0};
const InForkedChild count([] { ++restored; });

int fork_and_wait() {
  const int before = restored;
  const pid_t child = fork();
  if (child == 0) {
    const InsideLibrary inside;  // nobody else is here
    _exit(restored == before + 1 && forks() == 1 ? 0 : 1);
  }
  int status = -1;
  waitpid(child, &status, 0);
  return status;
}

// How often this thread has gone to sleep.
long waits() {
  rusage usage{};
  getrusage(RUSAGE_THREAD, &usage);
  return usage.ru_nvcsw;
}

// A thread that is inside until it is let go.
struct Held {
  explicit Held(bool outside) {
    thread = std::thread([this, outside] {
      const InsideLibrary inside;
      const InsideLibrary nested;
      std::unique_ptr<OutsideLibrary> waiting;
      if (outside) waiting = std::make_unique<OutsideLibrary>();
      there = true;
      while (!let_go) std::this_thread::yield();
    });
    while (!there) std::this_thread::yield();
  }
  ~Held() {
    let_go = true;
    thread.join();
  }
  std::atomic<bool> there{false}, let_go{false};
  std::thread thread;
};

TEST(ForkGate, waits_for_a_thread_inside) {
  Held held(false);
  std::atomic<bool> left{false}, forked{false};
  std::thread other([&] {
    std::this_thread::sleep_for(milliseconds(100));
    EXPECT_FALSE(forked);
    left = true;
    held.let_go = true;
  });
  EXPECT_EQ(0, fork_and_wait());
  forked = true;
  EXPECT_TRUE(left);
  other.join();
}

TEST(ForkGate, does_not_wait_for_a_thread_outside) {
  Held held(true);
  const long before = waits();
  EXPECT_EQ(0, fork_and_wait());
  EXPECT_LT(waits() - before, 50);  // it would look every 20 us, for 5 s
}

TEST(ForkGate, may_be_passed_by_a_thread_that_is_inside_itself) {
  const InsideLibrary inside;
  EXPECT_EQ(0, fork_and_wait());
  EXPECT_EQ(0, fork_and_wait());
}

TEST(ForkGate, does_not_hold_up_a_program_for_ever) {
  Held held(false);
  EXPECT_EQ(0, fork_and_wait());  // goes on after the longest wait
}

TEST(PerProcess, a_child_has_its_own) {
  int &ours = per_process<int>();
  ++ours;
  EXPECT_EQ(&ours, &per_process<int>());
  const pid_t child = fork();
  if (child == 0) {
    int &made = per_process<int>();
    _exit(&made != &ours && made == 0 && &made == &per_process<int>() ? 0 : 1);
  }
  int status = -1;
  waitpid(child, &status, 0);
  EXPECT_EQ(0, status);
}

TEST(ForkGate, two_threads_fork) {
  std::thread other([] {
    for (int i = 0; i < 50; ++i) EXPECT_EQ(0, fork_and_wait());
  });
  for (int i = 0; i < 50; ++i) EXPECT_EQ(0, fork_and_wait());
  other.join();
}

}  // namespace
