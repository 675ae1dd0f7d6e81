// SPDX-License-Identifier: Apache-2.0
// The memory that this process may use: the minimum of the machine's memory and the limits of the process's cgroup and
// its ancestors (v1 and v2). Swap does not count.
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

// Bytes. `root` is a prefix of every path read.
uint64_t memory_limit(const std::string &root = "");

// Keeps large blocks of memory within the limits: a system that overcommits would grant the blocks, and kill the
// process when it touches them. Thread-safe.
class MemoryBudget {
 public:
  // The process's budget, never destroyed.
  static MemoryBudget &instance();
  // Reads the system's files at most once in `lasting`.
  explicit MemoryBudget(const std::string &root, std::chrono::nanoseconds lasting = {});

  // Returns false if `bytes` do not fit beside the memory that the cgroups use now and the reserved pages that are not
  // touched yet. After true, call add() with the mapped pages, or cancel().
  bool reserve(size_t bytes);
  void cancel(size_t bytes) noexcept;
  void add(const std::byte *begin, size_t bytes);  // on std::bad_alloc the reservation is cancelled
  void remove(const std::byte *begin) noexcept;
  // Likewise for small blocks, which are never removed; checks the limits once for each MiB.
  bool reserve_small(size_t bytes);

 private:
  using Clock = std::chrono::steady_clock;
  bool fits(uint64_t bytes);
  uint64_t left() const;
  uint64_t touched() const;

  const std::vector<CgroupFolder> folders_;
  const Clock::duration lasting_;
  std::atomic<uint64_t> small_ = 0;
  std::mutex mutex_;  // guards the members below
  uint64_t reserved_ = 0;
  uint64_t credit_ = 0;  // bytes that may be reserved before `asked_at_ + lasting_` without reading the files again
  Clock::time_point asked_at_;
  std::map<const std::byte *, size_t> blocks_;
};

}  // namespace wherry::exec
