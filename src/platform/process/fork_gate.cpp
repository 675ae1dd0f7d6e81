#include "platform/process/fork_gate.h"

#include <pthread.h>
#include <time.h>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <mutex>

namespace wherry::process {
namespace {

using Clock = std::chrono::steady_clock;
// A fork of a process of 100 GB takes about a second; no call stays inside for so long.
constexpr auto kLongestWait = std::chrono::seconds(5);

// Threads inside the library. Several counters, since one cache line that all threads write would slow each call.
constexpr size_t kCounters = 64;
struct alignas(64) Counter {
  std::atomic<unsigned> threads{0};
};
constinit Counter counters[kCounters];
constinit std::atomic<unsigned> next_counter{0}, generation{0};
constinit std::atomic<bool> closed{false};
constinit std::mutex forking;  // held around fork()

struct Thread {
  unsigned depth;
  bool forks;
  std::atomic<unsigned> *inside;  // where this thread counts
};
constinit thread_local Thread thread{};

constexpr size_t kMaxRestorers = 8;  // asserted below
constinit void (*restorers[kMaxRestorers])() = {};
constinit size_t num_restorers = 0;

template <class Condition> void poll(Condition is_met) {
  constexpr timespec kPause{0, 20'000};  // ns: a call is over in some microseconds
  for (const auto end = Clock::now() + kLongestWait; !is_met() && Clock::now() < end;) nanosleep(&kPause, nullptr);
}

void enter() noexcept {
  if (!thread.inside)
    thread.inside = &counters[next_counter.fetch_add(1, std::memory_order_relaxed) % kCounters].threads;
  // Store-load pairing: this thread counts itself, then reads `closed`; the forking one sets `closed`, then reads the
  // counters. One of them sees the other.
  thread.inside->fetch_add(1);
  if (!closed.load() || thread.forks) [[likely]]
    return;
  thread.inside->fetch_sub(1);
  poll([] { return !closed.load(); });
  thread.inside->fetch_add(1);
}

void leave() noexcept { thread.inside->fetch_sub(1, std::memory_order_release); }

void before_fork() {
  forking.lock();
  thread.forks = true;
  closed = true;
  for (Counter &counter : counters) {
    const unsigned own = thread.depth != 0 && thread.inside == &counter.threads ? 1 : 0;
    poll([&] { return counter.threads.load() == own; });
  }
}

void open() {
  closed = false;
  thread.forks = false;
  forking.unlock();
}

void after_fork_in_child() {
  for (Counter &counter : counters) counter.threads = 0;
  if (thread.depth != 0) *thread.inside = 1;
  ++generation;
  for (size_t i = 0; i < num_restorers; ++i) restorers[i]();
  open();
}

// At load, not at the first call: the program's threads may have forked by then.
[[maybe_unused]] const int registered = pthread_atfork(before_fork, open, after_fork_in_child);

}  // namespace

unsigned forks() noexcept { return generation.load(std::memory_order_relaxed); }

InsideLibrary::InsideLibrary() noexcept {
  if (thread.depth++ == 0) enter();
}
InsideLibrary::~InsideLibrary() {
  if (--thread.depth == 0) leave();
}

OutsideLibrary::OutsideLibrary() noexcept : depth_(thread.depth) {
  thread.depth = 0;
  if (depth_ != 0) leave();
}
OutsideLibrary::~OutsideLibrary() {
  if (depth_ != 0) enter();
  thread.depth = depth_;
}

InForkedChild::InForkedChild(void (*restore)()) noexcept {
  if (num_restorers == kMaxRestorers) __builtin_trap();
  restorers[num_restorers++] = restore;
}

}  // namespace wherry::process
