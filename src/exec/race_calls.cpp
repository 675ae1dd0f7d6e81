// SPDX-License-Identifier: Apache-2.0
#include "race_calls.h"

#include <algorithm>

namespace wherry::exec {

namespace {

constexpr uint64_t kNoEvent = 0;

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

}  // namespace

void RaceCalls::begin_group(abi::GroupContext &group) {
  pending_.clear();
  checks::RaceChecks::begin_group(group);
}

void RaceCalls::copy(const abi::Site &site, const copies::Copy &copy) {
  if (!*this) return;
  const uint32_t number = number_of(site);
  for_lines(copy, [&](const void *dst, const void *src, uint64_t bytes) { group().copy(dst, src, bytes, number); });
  pending_.push_back({copy, kNoEvent});
}

void RaceCalls::began(uint64_t event) noexcept {
  if (!pending_.empty() && pending_.back().event == kNoEvent) pending_.back().event = event;
}

void RaceCalls::wait(int32_t count, const uint64_t *events) {
  if (!*this || count <= 0) return;
  std::erase_if(pending_, [&](const Pending &one) {
    if (std::find(events, events + count, one.event) == events + count) return false;
    for_lines(one.copy, [&](const void *dst, const void *src, uint64_t bytes) { group().copied(dst, src, bytes); });
    return true;
  });
}

}  // namespace wherry::exec
