// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <utility>

#include "copies/copy.h"
#include "kernel_abi/abi.h"

namespace wherry::copies {

// A fault that has ended a copy, and the copy's place.
struct CopyFault {
  process::Fault fault;
  const abi::Site *site;
};

// The first fault of a work-group's copies, until it is taken.
class FaultOfCopies {
 public:
  void perform(const abi::Site &site, const Copy &copy, uint64_t begin, uint64_t end) noexcept {
    const auto found = try_perform(copy, begin, end, Stores::cached);
    if (found && !faulted_) faulted_ = true, first_ = {*found, &site};
  }
  const CopyFault *take() noexcept { return std::exchange(faulted_, false) ? &first_ : nullptr; }

 private:
  bool faulted_ = false;
  CopyFault first_;
};

}  // namespace wherry::copies
