// SPDX-License-Identifier: Apache-2.0
#include "job.h"

#include <algorithm>

#include "platform/cpu/spin.h"

namespace wherry::exec {

Job::Job(Workers &workers, uint64_t total, unsigned max_helpers)
    : workers_(workers), total_(total),
      max_helpers_(
          static_cast<unsigned>(std::min<uint64_t>({max_helpers, workers.count() - 1, total ? total - 1 : 0}))) {}

void Job::drop() noexcept {
  if (references_.fetch_sub(1, std::memory_order_acq_rel) == 1) delete this;
}

uint64_t Job::left() const noexcept {
  const uint64_t next = next_.load(std::memory_order_relaxed);
  return next < total_ ? total_ - next : 0;
}

bool Job::claim(uint64_t n, uint64_t &begin, uint64_t &end) noexcept {
  begin = next_.fetch_add(n, std::memory_order_relaxed);
  if (begin >= total_) return false;
  end = begin + std::min(n, total_ - begin);
  return true;
}

void Job::finish(uint64_t n) noexcept {
  if (finished_.fetch_add(n, std::memory_order_acq_rel) + n != total_) return;
  // Sequentially consistent: notify_one() reads the count of waiters next, and the store must be visible before that.
  complete_.store(1);
  complete_.notify_one();
}

void Job::invite() noexcept {
  // Each thread that joins wakes two others, so that the owner does not pay for waking all.
  for (int i = 0; i < 2; ++i) {
    if (invited_.load(std::memory_order_relaxed) >= max_helpers_ || left() == 0) return;
    if (invited_.fetch_add(1, std::memory_order_relaxed) >= max_helpers_) return;
    references_.fetch_add(1, std::memory_order_relaxed);
    const auto join = [](void *data, uint64_t) {
      Job *job = static_cast<Job *>(data);
      if (job->left() != 0) {
        job->invite();
        job->work(false);
      }
      job->drop();
    };
    if (!workers_.join(join, this, 0)) return drop();
  }
}

void Job::run_as_owner() noexcept {
  {
    const Workers::Busy busy(workers_);
    work(true);
  }
  if (total_) cpu::spin_then_wait(complete_, [](uint32_t complete) { return complete != 0; });
}

}  // namespace wherry::exec
