// SPDX-License-Identifier: Apache-2.0
#include "copies/scheduled_copies.h"

#include <algorithm>
#include <new>

namespace wherry::copies {

namespace {
constexpr uint64_t kMaxChunks = 8;
}

void ScheduledCopies::begin_group(abi::GroupContext &group, uint64_t seed, uint64_t launch) noexcept {
  const abi::Launch &range = *group.launch;
  const uint64_t number =
      (group.group_id[2] * range.num_groups[1] + group.group_id[1]) * range.num_groups[0] + group.group_id[0];
  dice_ = Dice(seed);
  for (uint64_t part : {launch, number}) dice_ = Dice(dice_.next() ^ part);
  group_ = &group;
  items_ = group.local_size[0] * group.local_size[1] * group.local_size[2];
  item_ = 0;
  calls_.clear();
  pending_.clear();
  events_.begin_group();
  group.last_first = dice_.below(2);

  uint64_t local = range.kernel->local_bytes;
  for (uint32_t i = 0; i < range.num_locals; ++i)
    local = std::max(local, range.locals[i].offset + range.locals[i].size);
  std::fill_n(group.local_memory, local, static_cast<std::byte>(0x80 | dice_.below(0x80)));
}

void ScheduledCopies::end_group() noexcept {
  for (Pending &pending : pending_) finish(pending);
  pending_.clear();
}

void ScheduledCopies::perform_chunk(Pending &pending) noexcept {
  const uint64_t begin = pending.left.back() * pending.chunk;
  pending.left.pop_back();
  fault_.perform(*pending.site, pending.copy, begin, std::min(begin + pending.chunk, pending.copy.total()));
}

void ScheduledCopies::finish(Pending &pending) noexcept {
  while (!pending.left.empty()) perform_chunk(pending);
}

void ScheduledCopies::at_item(uint64_t item) noexcept {
  item_ = item < items_ ? item : 0;
  for (Pending &pending : pending_)
    while (!pending.at_wait && !pending.left.empty() && dice_.below(2)) perform_chunk(pending);
}

const ScheduledCopies::Calls::Call *ScheduledCopies::repeated(const abi::Site &site) {
  auto found = std::find_if(calls_.begin(), calls_.end(), [&](const Calls &calls) { return calls.site == &site; });
  if (found == calls_.end()) {
    calls_.push_back({&site, 0, {}, std::vector<uint64_t>(items_)});
    found = calls_.end() - 1;
  }
  current_ = &*found;
  const uint64_t number = found->made[item_]++ - found->first;
  if (number >= found->calls.size()) return nullptr;
  ++found->calls[number].made;
  return &found->calls[number];
}

void ScheduledCopies::made(uint64_t event) {
  while (!current_->calls.empty() && current_->calls.front().made == items_) {
    current_->calls.pop_front();
    ++current_->first;
  }
  current_->calls.push_back({event, 1});
}

uint64_t ScheduledCopies::copy(const abi::Site &site, const Copy &copy, uint64_t event) {
  if (const Calls::Call *call = repeated(site)) return call->event;
  if (!events_.held(event)) event = events_.take();
  made(event);
  ++counts_.copies;
  const uint64_t total = copy.total();
  counts_.bytes += total * copy.element;
  if (total == 0) return event;

  // The event is published: without memory for the schedule, the copy is performed at once, as the schedule may have
  // it.
  try {
    schedule(site, copy, event);
  } catch (const std::bad_alloc &) {
    fault_.perform(site, copy, 0, total);
  }
  return event;
}

// Throws std::bad_alloc, and has performed nothing then.
void ScheduledCopies::schedule(const abi::Site &site, const Copy &copy, uint64_t event) {
  const uint64_t total = copy.total();
  Pending pending{&site, copy, event, total, {0}, true};
  switch (dice_.below(3)) {
  case 0: return finish(pending);
  case 1: break;
  default:
    pending.at_wait = false;
    pending.chunk = total / kMaxChunks + 1;
    pending.left.resize((total - 1) / pending.chunk + 1);
    for (uint64_t i = 0; i < pending.left.size(); ++i) {
      const uint64_t other = dice_.below(i + 1);
      pending.left[i] = pending.left[other];
      pending.left[other] = i;
    }
  }
  pending_.push_back(std::move(pending));
}

void ScheduledCopies::fence(const abi::Site &site) {
  if (repeated(site)) return;
  made(0);
  for (Pending &pending : pending_) finish(pending);
}

void ScheduledCopies::wait(const abi::Site &site, int32_t count, const uint64_t *events) {
  if (repeated(site)) return;
  made(0);
  for (int32_t i = 0; i < count; ++i) {
    if (!events_.held(events[i])) continue;
    for (Pending &pending : pending_)
      if (pending.event == events[i]) finish(pending);
    events_.release(events[i]);
  }
  std::erase_if(pending_, [this](const Pending &pending) { return !events_.held(pending.event); });
}

}  // namespace wherry::copies
