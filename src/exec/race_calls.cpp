// SPDX-License-Identifier: Apache-2.0
#include "race_calls.h"

#include <algorithm>

namespace wherry::exec {

namespace {

constexpr uint64_t kNoEvent = 0;

}  // namespace

void RaceCalls::begin_group(abi::GroupContext &group) {
  pending_.clear();
  begin_checks(group);
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
