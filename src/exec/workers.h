// SPDX-License-Identifier: Apache-2.0
// The process's worker threads and their queues.
#pragma once
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <mutex>

#include "call_ring.h"
#include "copies/helpers.h"
#include "exec/affinity.h"
#include "tbb_arena.h"

namespace wherry::exec {

// Never destroyed: threads may be at work when the program ends.
//
// While an ND-range with async copies runs, idle workers become helpers that wait for copies: they spin, then sleep.
// Otherwise idle workers return to the arena.
class Workers final : public copies::Helpers {
 public:
  // `forked`: in a forked child, which has none of oneTBB's threads and in which oneTBB starts no new ones; plain
  // threads replace them. `cpus`: as for Pinned; must outlive this object.
  Workers(unsigned count, bool forked, const Cpus &cpus)
      : Helpers(count), count_(count), forked_(forked), cpus_(cpus) {}

  unsigned count() const { return count_; }

  // As Executor::submit; priority 0 is the highest.
  static constexpr unsigned kPriorities = 3;
  void submit(void (*task)(void *), void *data, unsigned priority = 1);

  // Calls task(data, extra) on a worker, before all submitted tasks except those of the highest priority: the call
  // speeds up a job that has started. Returns false if the call cannot be queued.
  bool join(void (*task)(void *, uint64_t), void *data, uint64_t extra) noexcept;

  // As copies::Helpers.
  bool help(void (*task)(void *, uint64_t), void *data, uint64_t extra, bool wake) noexcept override;
  unsigned awake() const noexcept override {
    const unsigned helpers = helpers_.load(std::memory_order_relaxed), asleep = asleep_.load(std::memory_order_relaxed);
    if (asleep >= helpers || calls_for_help_.size() > uint64_t{kCallsAhead} * (helpers - asleep)) return 0;
    return helpers - asleep;
  }

  // The number of workers that wait for copies or help with one.
  unsigned helpers() const { return helpers_.load(); }

  // Whether a call waits for a worker.
  bool queued() const { return queued_.load(std::memory_order_relaxed) != 0; }
  // Whether a task of a higher priority than `priority` waits for a worker.
  bool queued_before(unsigned priority) const {
    for (unsigned i = 0; i < priority; ++i)
      if (submitted_[i].load(std::memory_order_relaxed) != 0) return true;
    return false;
  }

  // Counts the calling thread as busy; nests.
  class Busy {
   public:
    explicit Busy(Workers &workers);
    ~Busy();
    Busy(const Busy &) = delete;

   private:
    Workers &workers_;
    Workers *const before_;
  };

  // Lives while an ND-range runs; `copying`: the ND-range uses async copies.
  class Copying {
   public:
    Copying(Workers &workers, bool copying);
    ~Copying();
    Copying(const Copying &) = delete;

   private:
    Workers *const workers_;
  };

 private:
  using Clock = std::chrono::steady_clock;

  // The queues, in the order in which they are served.
  static constexpr unsigned kJoins = 1, kQueues = 1 + kPriorities;
  static unsigned queue_of(unsigned priority) { return priority < kJoins ? priority : priority + 1; }
  void push(unsigned queue, const Call &call);
  void count(unsigned queue, int change);
  void start();
  void wake_one();
  bool take(Call &call);
  void work_until_empty();
  void work_forever();
  void help_until_needed();
  bool spin(uint32_t seen, Clock::time_point end) const;

  // Waiting calls per helper; with more, the work-group copies faster itself.
  static constexpr unsigned kCallsAhead = 4;

  const unsigned count_;
  const bool forked_;
  const Cpus &cpus_;
  std::once_flag started_;
  TbbArena *arena_ = nullptr;
  std::mutex mutex_;
  std::condition_variable filled_;  // where plain threads replace oneTBB's
  std::deque<Call> queues_[kQueues];
  unsigned passed_over_[kQueues] = {};  // how often in succession another queue was served while this one was not empty
  // Threads that work or help; guarded by mutex_. At most count_, although the arena may have more threads.
  unsigned active_ = 0;
  std::atomic<bool> waking_{false};  // a thread was woken for a copy and has not started yet

  CallRing calls_for_help_;
  alignas(64) std::atomic<unsigned> copying_{0};  // running ND-ranges with async copies
  std::atomic<unsigned> helpers_{0};              // incremented under mutex_
  std::atomic<unsigned> asleep_{0};               // of helpers_
  std::atomic<size_t> queued_{0};                 // calls in queues_; changed under mutex_
  std::atomic<size_t> submitted_[kPriorities]{};  // tasks in queues_, by priority
  alignas(64) std::atomic<uint32_t> changes_{0};  // incremented for every call that helpers should see
};

}  // namespace wherry::exec
