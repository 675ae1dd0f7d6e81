// SPDX-License-Identifier: Apache-2.0
// Whether all work-items of a group, or of a sub-group, come to the same operations in the same order.
#pragma once
#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "checks/group_reports.h"
#include "kernel_abi/abi.h"

namespace wherry::checks {

// Used by one thread at a time; serves one group after the other. May throw std::bad_alloc.
class GroupOperations {
 public:
  // `reports` serves the same group.
  explicit GroupOperations(GroupReports &reports) : reports_(reports) {}

  void begin_group();
  // A work-item has come to a barrier or group function, with the arguments that all are to pass.
  void arrive(const abi::CheckedSite &site, uint64_t item, const uint64_t *args, uint32_t num_args);
  // Reports operations that only some have come to.
  void end_group();

 private:
  // The n-th operation of all work-items.
  struct Operation {
    const abi::CheckedSite *site;
    uint64_t first_item, count;
    std::vector<uint64_t> args;  // of the first
  };
  // The operations that some, but not yet all, of the work-items [first, first + count) have come to.
  struct Sequence {
    uint64_t first, count;
    std::deque<Operation> operations;
    uint64_t done = 0;    // operations before those
    bool broken = false;  // reported: what follows means nothing
  };
  static constexpr size_t kMostOperations = 1024;  // of one work-item ahead of another one

  void arrive(Sequence &sequence, const abi::CheckedSite &site, uint64_t item, const uint64_t *args, uint32_t num_args);
  void report_missing(Sequence &sequence, const Operation &operation, uint64_t number);
  std::vector<uint64_t> &passed(const abi::CheckedSite &site);

  GroupReports &reports_;
  Sequence group_{};
  std::vector<Sequence> sub_groups_;
  std::vector<uint64_t> group_passed_, sub_group_passed_;  // how many operations each work-item has come to
};

}  // namespace wherry::checks
