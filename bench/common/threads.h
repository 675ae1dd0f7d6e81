// SPDX-License-Identifier: Apache-2.0
// What the loops in C++ that drivers are compared with run on.
#pragma once
#include <sys/mman.h>

#include <atomic>
#include <barrier>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <new>
#include <thread>
#include <vector>

#include "common/serve.h"

// Memory, zeroed, on huge pages where the system gives them: no driver's buffers can be better off.
inline void *allocate_pages(size_t bytes) {
  const size_t huge = size_t{2} << 20;
  void *at = std::aligned_alloc(huge, (bytes + huge - 1) / huge * huge);
  if (!at) throw std::bad_alloc();
  madvise(at, bytes, MADV_HUGEPAGE);
  std::memset(at, 0, bytes);
  return at;
}

// Threads that wait between the runs, so that none is started while the clock runs.
class Threads {
 public:
  explicit Threads(size_t count) : barrier_(std::ptrdiff_t(count + 1)) {
    for (size_t i = 0; i < count; ++i)
      threads_.emplace_back([this, i] {
        for (;;) {
          barrier_.arrive_and_wait();
          if (!share_) return;
          for (size_t group; (group = next_++) < groups_;) share_(i, group);
          barrier_.arrive_and_wait();
        }
      });
  }
  ~Threads() {
    share_ = nullptr;
    barrier_.arrive_and_wait();
  }
  // share(thread, group) for each group.
  Times run(size_t groups, std::function<void(size_t, size_t)> share) {
    using Clock = std::chrono::steady_clock;
    share_ = std::move(share), groups_ = groups, next_ = 0;
    const double cpu = cpu_ns();
    const auto begin = Clock::now();
    barrier_.arrive_and_wait();
    barrier_.arrive_and_wait();
    const double time = std::chrono::duration<double, std::nano>(Clock::now() - begin).count();
    return {time, time, cpu_ns() - cpu};
  }
  size_t size() const { return threads_.size(); }

 private:
  std::function<void(size_t, size_t)> share_;
  size_t groups_ = 0;
  std::atomic<size_t> next_{0};
  std::barrier<> barrier_;
  std::vector<std::jthread> threads_;
};
