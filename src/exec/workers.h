// The threads that do the work, and the queue before them.
#pragma once
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <mutex>

#include "dma/helpers.h"
#include "exec/tbb_arena.h"

namespace wherry::exec {

// Never destroyed: threads may be at work when the program ends.
class Workers final : public dma::Helpers {
 public:
  // `forked`: oneTBB's threads are lost in a forked child, and it does not start them again; there,
  // plain threads take their place.
  Workers(unsigned count, bool forked) : count_(count), forked_(forked) {}

  unsigned count() const { return count_; }

  // As Executor::submit.
  void submit(void (*task)(void *), void *data);

  // Comes before what is submitted: it ends what has begun.
  bool help(void (*task)(void *, uint64_t), void *data, uint64_t extra) noexcept override;

  unsigned idle() const noexcept override {
    const unsigned busy = busy_.load(std::memory_order_relaxed);
    return busy < count_ ? count_ - busy : 0;
  }

  // Counts the calling thread as busy, once however deep.
  class Busy {
   public:
    explicit Busy(Workers &workers);
    ~Busy();
    Busy(const Busy &) = delete;

   private:
    Workers &workers_;
  };

 private:
  struct Task {
    void (*call)(void *, uint64_t);
    void *data;
    uint64_t extra;
    bool operator==(const Task &) const = default;
  };

  void push(std::deque<Task> &queue, const Task &task);
  void start();
  bool take(Task &task);
  void work_until_empty();
  void work_forever();

  const unsigned count_;
  const bool forked_;
  std::atomic<unsigned> busy_{0};
  std::once_flag started_;
  TbbArena *arena_ = nullptr;
  std::mutex mutex_;
  std::condition_variable filled_;  // for plain threads
  std::deque<Task> helps_, submitted_;
  unsigned active_ = 0;  // threads at work, under the lock: at most count_, which the arena may exceed
};

}  // namespace wherry::exec
