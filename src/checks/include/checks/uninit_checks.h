// SPDX-License-Identifier: Apache-2.0
// Uses of unwritten memory, in a worker's work-groups.
#pragma once
#include <cstdint>

#include "checks/group_reports.h"
#include "kernel_abi/abi.h"

namespace wherry::checks {

// Used by one thread at a time.
class UninitChecks {
 public:
  explicit UninitChecks(GroupReports &reports) : reports_(reports) {}
  UninitChecks(const UninitChecks &) = delete;

  // Before begin_launch() of a launch that is checked; false if memory is short.
  bool reserve() noexcept;
  void begin_launch(const abi::Launch &launch) noexcept;
  // Sets the group's UninitState; its local memory is unwritten.
  void begin_group(abi::GroupContext &group) noexcept;
  // Whether the launch is checked.
  explicit operator bool() const noexcept { return checks_; }

  void copy(const void *dst, const void *src, uint64_t bytes) noexcept;
  void set(const void *at, uint64_t bytes, bool unwritten) noexcept;
  // Whether the use is one is reported once for each place. May throw std::bad_alloc.
  void found(const abi::Site &site, uint64_t item, abi::UninitUse use);

 private:
  GroupReports &reports_;
  abi::UninitState state_{};
  const void *covered_ = nullptr, *covered_local_ = nullptr;  // the stack and local memory that have their shadow
  bool checks_ = false;
};

}  // namespace wherry::checks
