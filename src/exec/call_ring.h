// SPDX-License-Identifier: Apache-2.0
// A lock-free queue of fixed size: it allocates nothing, and no thread waits for a preempted one.
#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace wherry::exec {

struct Call {
  void (*function)(void *, uint64_t);
  void *data;
  uint64_t extra;
  bool operator==(const Call &) const = default;
};

// Multiple producers, multiple consumers. After D. Vyukov's bounded MPMC queue, whose sequence number is `turn` here.
class CallRing {
 public:
  static constexpr uint64_t kSize = 256;

  CallRing() {
    for (uint64_t i = 0; i < kSize; ++i) cells_[i].turn.store(i, std::memory_order_relaxed);
  }
  CallRing(const CallRing &) = delete;

  // Returns false if the ring is full.
  bool push(const Call &call) noexcept {
    uint64_t at = tail_.load(std::memory_order_relaxed);
    for (;;) {
      Cell &cell = cells_[at % kSize];
      const auto ahead = static_cast<int64_t>(cell.turn.load(std::memory_order_acquire) - at);
      if (ahead < 0) return false;
      if (ahead > 0) {
        at = tail_.load(std::memory_order_relaxed);
      } else if (tail_.compare_exchange_weak(at, at + 1, std::memory_order_relaxed)) {
        cell.call = call;
        cell.turn.store(at + 1, std::memory_order_release);
        return true;
      }
    }
  }

  // Returns false if the ring is empty, or another thread is still writing the next call.
  bool pop(Call &call) noexcept {
    uint64_t at = head_.load(std::memory_order_relaxed);
    for (;;) {
      Cell &cell = cells_[at % kSize];
      const auto ahead = static_cast<int64_t>(cell.turn.load(std::memory_order_acquire) - (at + 1));
      if (ahead < 0) return false;
      if (ahead > 0) {
        at = head_.load(std::memory_order_relaxed);
      } else if (head_.compare_exchange_weak(at, at + 1, std::memory_order_relaxed)) {
        call = cell.call;
        cell.turn.store(at + kSize, std::memory_order_release);
        return true;
      }
    }
  }

  // Approximate while other threads push or pop.
  uint64_t size() const noexcept {
    const uint64_t head = head_.load(std::memory_order_relaxed), tail = tail_.load(std::memory_order_relaxed);
    return head < tail ? tail - head : 0;
  }

 private:
  struct Cell {
    std::atomic<uint64_t> turn;
    Call call;
  };
  alignas(64) std::atomic<uint64_t> tail_{0};
  alignas(64) std::atomic<uint64_t> head_{0};
  alignas(64) Cell cells_[kSize];
};

}  // namespace wherry::exec
