// SPDX-License-Identifier: Apache-2.0
// A queue of fixed size without a lock: nothing is allocated, and no thread waits for another that was interrupted.
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

// Any number of threads at both ends. After D. Vyukov's bounded queue: `turn` says whose turn a cell is.
class CallRing {
 public:
  static constexpr uint64_t kSize = 256;

  CallRing() {
    for (uint64_t i = 0; i < kSize; ++i) cells_[i].turn.store(i, std::memory_order_relaxed);
  }
  CallRing(const CallRing &) = delete;

  // False where the ring is full.
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

  // False where there is none, or the next is just being written.
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

  // About.
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
