// SPDX-License-Identifier: Apache-2.0
#include "platform/process/fork_gate.h"

#include <linux/membarrier.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <mutex>
#include <new>
#include <utility>

namespace wherry::process {

// A thread's mark. A slot is never freed; that of a thread that has ended serves another one.
struct alignas(64) Slot {  // each on a cache line of its own: every call writes it
  std::atomic<bool> inside{false}, taken{true};
  Slot *next = nullptr;
};

struct Thread {
  unsigned depth;
  bool forks, ended;
  Slot *slot;
};

namespace {

using Clock = std::chrono::steady_clock;
// A fork of a process of 100 GB takes about a second; no call stays inside for so long.
constexpr auto kLongestWait = std::chrono::seconds(5);

constinit std::atomic<Slot *> slots{nullptr};
constinit std::atomic<unsigned> generation{0};
constinit std::atomic<bool> closed{false};
constinit std::mutex forking;  // held around fork()

constinit thread_local Thread thread{};

long membarrier(int command) noexcept { return syscall(SYS_membarrier, command, 0, 0); }

// Store-load pairing: a thread marks itself, then reads `closed`; the forking one sets `closed`, then reads the marks.
// One of them sees the other. The forking thread pays for the order, by a barrier in all threads; a fence in each call
// would be a tenth of a small launch.
const bool has_barrier = membarrier(MEMBARRIER_CMD_QUERY) & MEMBARRIER_CMD_PRIVATE_EXPEDITED;

void order_in_all_threads() {
  if (!has_barrier) return std::atomic_thread_fence(std::memory_order_seq_cst);
  membarrier(MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED);
  membarrier(MEMBARRIER_CMD_PRIVATE_EXPEDITED);
}

void order_in_this_thread() {
  if (!has_barrier) return std::atomic_thread_fence(std::memory_order_seq_cst);
  std::atomic_signal_fence(std::memory_order_seq_cst);
}

void give_back_slot() {
  if (Slot *slot = std::exchange(thread.slot, nullptr)) slot->taken.store(false, std::memory_order_release);
}

struct ThreadEnd {
  ~ThreadEnd() {
    give_back_slot();
    thread.ended = true;  // calls by destructors of the program's own thread_local objects may follow
  }
  bool used = false;
};
thread_local ThreadEnd thread_end;

// Null, and fork() does not wait for this thread, where there is no memory.
Slot *take_slot() noexcept {
  if (!thread.ended) thread_end.used = true;
  Slot *first = slots.load(std::memory_order_acquire);
  for (Slot *slot = first; slot; slot = slot->next)
    if (!slot->taken.load(std::memory_order_relaxed) && !slot->taken.exchange(true, std::memory_order_acquire))
      return slot;
  Slot *made = new (std::nothrow) Slot;
  if (!made) return nullptr;
  made->next = first;
  while (!slots.compare_exchange_weak(made->next, made, std::memory_order_release)) continue;
  return made;
}

constexpr size_t kMaxRestorers = 16;  // more than there are; checked below
constinit void (*restorers[kMaxRestorers])() = {};
constinit size_t num_restorers = 0;

template <class Condition> void poll(Condition is_met) {
  constexpr timespec kPause{0, 20'000};  // ns: a call is over in some microseconds
  for (const auto end = Clock::now() + kLongestWait; !is_met() && Clock::now() < end;) nanosleep(&kPause, nullptr);
}

// Whether this thread may go on; otherwise it is not marked.
bool mark(Thread &thread) noexcept {
  thread.slot->inside.store(true, std::memory_order_relaxed);
  order_in_this_thread();
  if (!closed.load(std::memory_order_acquire) || thread.forks) [[likely]]
    return true;
  thread.slot->inside.store(false, std::memory_order_release);
  return false;
}

void enter(Thread &thread) noexcept {
  if (!thread.slot && !(thread.slot = take_slot())) return;
  if (mark(thread)) [[likely]]
    return;
  poll([&] { return !closed.load() && mark(thread); });
  thread.slot->inside.store(true, std::memory_order_relaxed);
}

void leave(Thread &thread) noexcept {
  if (!thread.slot) return;
  thread.slot->inside.store(false, std::memory_order_release);
  if (thread.ended) give_back_slot();
}

void before_fork() {
  forking.lock();
  thread.forks = true;
  closed = true;
  order_in_all_threads();
  poll([] {
    for (Slot *slot = slots; slot; slot = slot->next)
      if (slot != thread.slot && slot->inside.load(std::memory_order_acquire)) return false;
    return true;
  });
}

void open() {
  closed = false;
  thread.forks = false;
  forking.unlock();
}

void after_fork_in_child() {
  for (Slot *slot = slots; slot; slot = slot->next)
    if (slot != thread.slot) {
      slot->inside = false;
      slot->taken = false;
    }
  ++generation;
  for (size_t i = 0; i < num_restorers; ++i) restorers[i]();
  open();
}

// At load, not at the first call: the program's threads may have forked by then.
[[maybe_unused]] const int registered = pthread_atfork(before_fork, open, after_fork_in_child);

}  // namespace

unsigned forks() noexcept { return generation.load(std::memory_order_relaxed); }

InsideLibrary::InsideLibrary() noexcept : thread_(thread) {
  if (thread_.depth++ == 0) enter(thread_);
}
InsideLibrary::~InsideLibrary() {
  if (--thread_.depth == 0) leave(thread_);
}

OutsideLibrary::OutsideLibrary() noexcept : thread_(thread), depth_(std::exchange(thread_.depth, 0)) {
  if (depth_ != 0) leave(thread_);
}
OutsideLibrary::~OutsideLibrary() {
  if (depth_ != 0) enter(thread_);
  thread_.depth = depth_;
}

InForkedChild::InForkedChild(void (*restore)()) noexcept {
  if (num_restorers == kMaxRestorers) __builtin_trap();
  restorers[num_restorers++] = restore;
}

}  // namespace wherry::process
