// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <atomic>
#include <cstdint>

namespace wherry::copies {

// What the copies ask of the executor. The numbers are hints, read without a lock.
class Helpers {
 public:
  // Workers that have nothing to do but to help with copies. One load: every copy asks.
  unsigned idle() const noexcept {
    const int idle = idle_.load(std::memory_order_relaxed);
    return idle > 0 ? static_cast<unsigned>(idle) : 0;
  }

  // Those among them that take a call at once, or as soon as they have ended another.
  virtual unsigned awake() const noexcept = 0;

  // Has a worker call task(data, extra) soon; `wake` wakes one that sleeps, which takes the caller some
  // microseconds. False where no worker can be had. The call may be late, or never be made. Neither locks nor
  // allocates, but for the first helper.
  virtual bool help(void (*task)(void *data, uint64_t extra), void *data, uint64_t extra, bool wake) noexcept = 0;

 protected:
  explicit Helpers(unsigned idle) : idle_(static_cast<int>(idle)) {}
  ~Helpers() = default;

  alignas(64) std::atomic<int> idle_;
};

}  // namespace wherry::copies
