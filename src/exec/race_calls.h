// SPDX-License-Identifier: Apache-2.0
// What a worker's work-groups tell of races, their async copies included.
#pragma once
#include <vector>

#include "checks/race_checks.h"
#include "copies/copy.h"

namespace wherry::exec {

// Calls may throw std::bad_alloc.
class RaceCalls : public checks::RaceChecks {
 public:
  using checks::RaceChecks::RaceChecks;

  void begin_group(abi::GroupContext &group);
  // A copy of the group is about to be performed; then it has this event.
  void copy(const abi::Site &site, const copies::Copy &copy);
  void began(uint64_t event) noexcept;
  void wait(int32_t count, const uint64_t *events);

 private:
  struct Pending {
    copies::Copy copy;
    uint64_t event;
  };
  std::vector<Pending> pending_;
};

}  // namespace wherry::exec
