// SPDX-License-Identifier: Apache-2.0
// What a worker's work-groups tell of races, their async copies included.
#pragma once
#include <vector>

#include "checks/race_checks.h"
#include "copies/copy.h"

namespace wherry::exec {

// Calls `line` with the destination, the source and the number of each of the copy's contiguous bytes.
template <class Line> void for_lines(const copies::Copy &copy, Line line) {
  if (copy.total() == 0) return;
  const bool whole = copy.contiguous();
  const uint64_t elements = whole ? 1 : copy.count[0], bytes = whole ? copy.count[0] * copy.element : copy.element;
  for (uint64_t z = 0; z < copy.count[2]; ++z)
    for (uint64_t y = 0; y < copy.count[1]; ++y)
      for (uint64_t x = 0; x < elements; ++x)
        line(copy.dst + (x * copy.dst_step[0] + y * copy.dst_step[1] + z * copy.dst_step[2]),
             copy.src + (x * copy.src_step[0] + y * copy.src_step[1] + z * copy.src_step[2]), bytes);
}

// Calls may throw std::bad_alloc.
class RaceCalls final : public checks::RaceChecks {
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
