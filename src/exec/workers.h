// SPDX-License-Identifier: Apache-2.0
// The process's worker threads, and the queue before them.
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
// While an ND-range with async copies runs, idle workers stay as helpers and wait for copies: first they spin, then
// they sleep. Otherwise they go back to the arena.
class Workers final : public copies::Helpers {
 public:
  // `forked`: oneTBB's threads are lost in a forked child, and it does not start them again; there,
  // plain threads take their place. `cpus`, which live longer: as for Pinned.
  Workers(unsigned count, bool forked, const Cpus &cpus)
      : Helpers(count), count_(count), forked_(forked), cpus_(cpus) {}

  unsigned count() const { return count_; }

  // As Executor::submit; `priority`: 0 comes first.
  static constexpr unsigned kPriorities = 3;
  void submit(void (*task)(void *), void *data, unsigned priority = 1);

  // Has a worker call task(data, extra), before all submitted tasks but those of the highest priority: the call
  // shortens what has begun. False where it cannot be queued.
  bool join(void (*task)(void *, uint64_t), void *data, uint64_t extra) noexcept;

  // As copies::Helpers.
  bool help(void (*task)(void *, uint64_t), void *data, uint64_t extra, bool wake) noexcept override;
  unsigned awake() const noexcept override {
    const unsigned helpers = helpers_.load(std::memory_order_relaxed), asleep = asleep_.load(std::memory_order_relaxed);
    if (asleep >= helpers || calls_for_help_.size() > uint64_t{kCallsAhead} * (helpers - asleep)) return 0;
    return helpers - asleep;
  }

  // Workers that wait for copies, or help with one.
  unsigned helpers() const { return helpers_.load(); }

  // Whether a call waits for a worker.
  bool queued() const { return queued_.load(std::memory_order_relaxed) != 0; }
  // Whether one of a higher priority than `priority` does.
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

  // Around an ND-range; `copying`: with async copies.
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

  static constexpr unsigned kCallsAhead = 4;  // waiting for each helper; behind more, the work-group itself is faster

  const unsigned count_;
  const bool forked_;
  const Cpus &cpus_;
  std::once_flag started_;
  TbbArena *arena_ = nullptr;
  std::mutex mutex_;
  std::condition_variable filled_;  // for plain threads
  std::deque<Call> queues_[kQueues];
  unsigned passed_over_[kQueues] = {};  // how often another queue was served while this one was not empty
  unsigned active_ = 0;  // threads at work or helping, under the lock: at most count_, which the arena may exceed
  std::atomic<bool> coming_{false};  // a thread that was woken for a copy

  CallRing calls_for_help_;
  alignas(64) std::atomic<unsigned> copying_{0};  // ND-ranges
  std::atomic<unsigned> helpers_{0};              // raised under the lock
  std::atomic<unsigned> asleep_{0};               // of those
  std::atomic<size_t> queued_{0};                 // in queues_; changed under the lock
  std::atomic<size_t> submitted_[kPriorities]{};  // of those, by priority
  alignas(64) std::atomic<uint32_t> changes_{0};  // raised for all that helpers should look at
};

}  // namespace wherry::exec
