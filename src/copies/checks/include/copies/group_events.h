// SPDX-License-Identifier: Apache-2.0
// Events by serial number, for the modes in which copies are checked or scheduled.
#pragma once
#include <atomic>
#include <cstdint>
#include <unordered_set>

namespace wherry::copies {

// The events that one work-group holds. An event: the table's tag (16 bits), a serial number.
class GroupEvents {
 public:
  void begin_group() noexcept {
    held_.clear();
    first_ = next_;
  }
  uint64_t take() {
    held_.insert(next_);
    return next_++;
  }
  bool held(uint64_t event) const { return held_.contains(event); }
  // Whether this group has issued the event, be it held or released.
  bool issued(uint64_t event) const noexcept { return event >= first_ && event < next_; }
  void release(uint64_t event) { held_.erase(event); }

 private:
  static uint64_t next_tag() noexcept {
    static std::atomic<uint64_t> tag{0};
    return (tag.fetch_add(1, std::memory_order_relaxed) + 1) << 48;
  }
  uint64_t next_ = next_tag() + 1, first_ = next_;
  std::unordered_set<uint64_t> held_;
};

}  // namespace wherry::copies
