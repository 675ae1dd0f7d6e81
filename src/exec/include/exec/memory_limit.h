// SPDX-License-Identifier: Apache-2.0
// How much memory the system lets this process use: the machine's, or what its cgroups (v1 and v2) allow, all of those
// above its own included. Swap does not count.
#pragma once
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "exec/cgroups.h"

namespace wherry::exec {

// Bytes: the machine's memory, or the least limit. `root` stands before every path read.
uint64_t memory_limit(const std::string &root = "");

// Keeps large blocks of memory within the limits. A system that overcommits grants more than there is, and ends the
// process once the memory is touched. Any thread.
class MemoryBudget {
 public:
  // The process's own, never destroyed.
  static MemoryBudget &instance();
  // What the system says is taken to hold for so long.
  explicit MemoryBudget(const std::string &root, std::chrono::nanoseconds lasting = {});

  // False where so many more bytes do not fit beside what the cgroups use now, and what was reserved and is not touched
  // yet. Otherwise followed by add() with the pages that were mapped, or by cancel().
  bool reserve(size_t bytes);
  void cancel(size_t bytes) noexcept;
  void add(const std::byte *begin, size_t bytes);  // throws std::bad_alloc, and then has cancelled
  void remove(const std::byte *begin) noexcept;
  // Likewise for small blocks, which are never removed: they are looked at by the mebibyte.
  bool reserve_small(size_t bytes);

 private:
  using Clock = std::chrono::steady_clock;
  bool fits(uint64_t bytes);
  uint64_t left() const;
  uint64_t touched() const;

  const std::vector<CgroupFolder> folders_;
  const Clock::duration lasting_;
  std::atomic<uint64_t> small_ = 0;
  std::mutex mutex_;  // guards what follows
  uint64_t reserved_ = 0;
  uint64_t credit_ = 0;  // bytes that may be reserved until `asked_at_ + lasting_` without asking again
  Clock::time_point asked_at_;
  std::map<const std::byte *, size_t> blocks_;
};

}  // namespace wherry::exec
