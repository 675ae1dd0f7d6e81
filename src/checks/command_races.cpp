// SPDX-License-Identifier: Apache-2.0
#include "checks/command_races.h"

#include <algorithm>
#include <functional>
#include <map>
#include <mutex>
#include <new>

#include "checks/group_reports.h"
#include "observe/reports.h"

namespace wherry::checks {

uint64_t CommandPlace::hash() const {
  const std::hash<std::string> hash;
  uint64_t all = queue;
  for (const uint64_t part :
       {uint64_t{hash(command)}, uint64_t{hash(kernel)}, uint64_t{hash(file)}, uint64_t{line} << 32 | column})
    all = (all ^ part) * 0x9e3779b97f4a7c15u;
  return all;
}

namespace {

using PlacePtr = std::shared_ptr<const CommandPlace>;

struct Access {
  uint32_t chain;
  uint64_t position;
  CommandAccess how;
  PlacePtr place;
  bool operator==(const Access &) const = default;
};

// Bytes that the same commands have accessed, by their first address.
struct Segment {
  uint64_t end;
  std::vector<Access> accesses;  // the oldest first
};
using Segments = std::map<uint64_t, Segment>;

// Limits of segments, at some 200 bytes each, and of accesses to one segment; beyond them the oldest are forgotten.
constexpr size_t kMostSegments = size_t{1} << 18, kMostAccesses = 8;

struct History {
  std::mutex mutex;
  Segments segments;
  Clock newest;  // each chain's last position in `segments`
  size_t sweep_at = 1024;
  observe::Reports reports;
};

History &history() {
  static History *const made = new History;  // commands may outlive this library's destructors
  return *made;
}

bool conflict(CommandAccess a, CommandAccess b) {
  return (a != CommandAccess::read || b != CommandAccess::read) &&
         (a != CommandAccess::atomic || b != CommandAccess::atomic);
}

// Makes `at` the begin of a segment, if one holds it.
void split(Segments &segments, uint64_t at) {
  auto after = segments.upper_bound(at);
  if (after == segments.begin()) return;
  auto &[begin, segment] = *std::prev(after);
  if (begin == at || segment.end <= at) return;
  segments.emplace_hint(after, at, segment);
  segment.end = at;
}

// Drops what no command to come can race with.
void sweep(History &all) {
  const Clock settled = order::settled();
  if (settled.covers(all.newest)) {
    all.segments.clear();
    all.newest = Clock();
    return;
  }
  if (all.segments.size() < all.sweep_at) return;
  for (auto at = all.segments.begin(); at != all.segments.end();) {
    std::erase_if(at->second.accesses, [&](const Access &one) { return settled.covers(one.chain, one.position); });
    at = at->second.accesses.empty() ? all.segments.erase(at) : std::next(at);
  }
  if (all.segments.size() > kMostSegments) all.segments.clear();
  all.sweep_at = std::min(kMostSegments, 2 * all.segments.size() + 1024);
}

struct Found {
  Access before;
  uint64_t begin, end;
};

// Adds the access to one segment; notes what races with it.
void add(const CommandOrder &command, const Access &now, uint64_t begin, Segment &segment, std::vector<Found> &found) {
  std::vector<Access> &accesses = segment.accesses;
  bool is_known = false;
  std::erase_if(accesses, [&](const Access &before) {
    const bool own = before.chain == now.chain && before.position == now.position;
    if (own && before.how == now.how) is_known = true;
    if (own) return false;
    // This command comes behind the earlier one. A later command that does not come behind the earlier one does not
    // come behind this one either: it races with this access, and the earlier access can go.
    if (command.follows(before.chain, before.position))
      return now.how != CommandAccess::read || before.how == CommandAccess::read;
    if (!conflict(before.how, now.how)) return false;
    auto same = std::ranges::find_if(found, [&](const Found &other) { return other.before == before; });
    if (same == found.end())
      found.push_back({before, begin, segment.end});
    else if (same->end == begin)
      same->end = segment.end;
    return false;
  });
  if (is_known) return;
  if (accesses.size() >= kMostAccesses) accesses.erase(accesses.begin());
  accesses.push_back(now);
}

const char *verb(CommandAccess how) {
  return how == CommandAccess::read ? "reads" : how == CommandAccess::write ? "writes" : "updates atomically";
}

observe::Report::Command told(const CommandPlace &place) {
  return {place.command, place.kernel, {place.file, place.line, place.column}, place.queue};
}

void report(const Access &now, const Found &found, const CommandObject &object) {
  History &all = history();
  const CommandPlace &place = *now.place, &before = *found.before.place;
  // The two in either order are one mistake.
  const uint64_t one = place.hash(), other = before.hash();
  if (!all.reports.first(std::min(one, other) * 31 + std::max(one, other))) return;
  const uint64_t first = found.begin - object.begin, last = found.end - 1 - object.begin;
  std::string text = object.is_pipe_end ? "uses" : verb(now.how);
  if (object.is_pipe_end)
    text += " the " + object.name;
  else
    text += (first == last ? " byte " + std::to_string(first)
                           : " bytes " + std::to_string(first) + " to " + std::to_string(last)) +
            " of " + object.name + " (" + bytes(object.size) + ")";
  text += ", which " + text_of(told(before)) + " " + (object.is_pipe_end ? "uses too" : verb(found.before.how)) +
          "; nothing orders the commands: ";
  text += place.queue == before.queue ? "the queue is out of order, and neither waits for the other"
                                      : "the queues differ, and neither waits for the other";
  observe::Report made;
  made.kind = "race of commands";
  made.text = text;
  made.command = told(place);
  made.other_command = told(before);
  made.bytes = {first, last};
  all.reports.add(made);
}

}  // namespace

void command_races::access(const CommandOrder &command, const PlacePtr &place, CommandAccess how, uint64_t begin,
                           uint64_t size, const CommandObject &object) noexcept try {
  if (size == 0 || command.chain == kNoChain || !order::matters()) return;
  History &all = history();
  std::vector<Found> found;
  const Access now{command.chain, command.position, how, place};
  {
    const std::lock_guard lock(all.mutex);
    sweep(all);
    Segments &segments = all.segments;
    const uint64_t end = begin + size;
    split(segments, begin);
    split(segments, end);
    auto at = segments.lower_bound(begin);
    for (uint64_t next = begin; next < end;) {
      if (at == segments.end() || at->first > next) {
        const uint64_t until = at == segments.end() ? end : std::min(end, at->first);
        at = segments.emplace_hint(at, next, Segment{until, {}});
      }
      add(command, now, at->first, at->second, found);
      next = at->second.end;
      // A segment like the one before is one with it.
      if (at != segments.begin()) {
        auto before = std::prev(at);
        if (before->first >= begin && before->second.end == at->first &&
            before->second.accesses == at->second.accesses) {
          before->second.end = next;
          segments.erase(at);
          at = before;
        }
      }
      ++at;
    }
    all.newest.raise(now.chain, now.position);
  }
  for (const Found &one : found) report(now, one, object);
} catch (const std::bad_alloc &) {
  // Forgotten: a race may go unseen.
}

void command_races::forget(const void *memory, uint64_t size) noexcept try {
  if (!order::on() || size == 0) return;
  History &all = history();
  const std::lock_guard lock(all.mutex);
  if (all.segments.empty()) return;
  const uint64_t begin = address_of(memory);
  split(all.segments, begin);
  split(all.segments, begin + size);
  all.segments.erase(all.segments.lower_bound(begin), all.segments.lower_bound(begin + size));
} catch (const std::bad_alloc &) {
  history().segments.clear();
}

std::vector<std::string> command_races::take() { return history().reports.take(); }

}  // namespace wherry::checks
