// SPDX-License-Identifier: Apache-2.0
#include "copies/checked_copies.h"

#include <algorithm>
#include <cstring>
#include <functional>
#include <utility>

namespace wherry::copies {

namespace {

using checks::address_of;

std::string place_of(const abi::Site &site) { return observe::text_of(checks::place_of(site)); }

std::string text_of(__int128 value) {
  if (value < 0) return "-" + text_of(-value);
  std::string digits;
  do digits.insert(digits.begin(), static_cast<char>('0' + static_cast<int>(value % 10)));
  while (value /= 10);
  return digits;
}

constexpr const char *kOperations[] = {
    "copy", "copy", "fence", "wait", "barrier", "kernel's end", "work-group function", "sub-group barrier"};
std::string operation_of(const abi::CheckedSite &site) { return kOperations[static_cast<uint32_t>(site.operation)]; }

// The names of the arguments in OpenCL C, in the order of the intrinsics.
constexpr const char *kCopyArgs[] = {
    "destination", "source", "number of elements", "element size", "destination stride", "source stride", "event"};
constexpr const char *kTileArgs[] = {"destination",
                                     "source",
                                     "element size",
                                     "number of elements",
                                     "number of lines",
                                     "number of planes",
                                     "destination line length",
                                     "destination plane area",
                                     "source line length",
                                     "source plane area",
                                     "event"};

std::string difference(const abi::CheckedSite &site, size_t index, uint64_t first, uint64_t now) {
  if (site.operation == abi::Operation::wait)
    return index == 0 ? "number of events (" + std::to_string(static_cast<int32_t>(now)) + ", not " +
                            std::to_string(static_cast<int32_t>(first)) + ")"
                      : "event";
  const char *name = site.operation == abi::Operation::tile ? kTileArgs[index] : kCopyArgs[index];
  const bool number = std::strstr(name, "number") || std::strstr(name, "stride") || std::strstr(name, "size") ||
                      std::strstr(name, "length") || std::strstr(name, "area");
  return number ? std::string(name) + " (" + std::to_string(now) + ", not " + std::to_string(first) + ")" : name;
}

}  // namespace

void CheckedCopies::begin_range() noexcept { arrivals_.clear(); }

void CheckedCopies::begin_group(abi::GroupContext &group) {
  watch_ = {};
  group.watch = &watch_;
  items_ = reports_.items();
  at_.assign(items_, nullptr);
  for (Arrivals &arrivals : arrivals_) arrivals.count = 0;
  events_.begin_group();
  pending_.clear();
  fence_ = 0;
}

void CheckedCopies::end_group() {
  for (const Pending &copy : pending_)
    if (!copy.destination.empty() && first(process::kCheckAsync, "pending", copy.site->site))
      report(copy.site->site, "copy without a wait", "the work-group ends while it is pending");
  pending_.clear();
}

// Reports.

bool CheckedCopies::first(uint32_t check, const char *kind, const abi::Site &site, const abi::Site *other) {
  return reports_.checks(check | process::kCheckAsync) && reports_.first(kind, site, other);
}

void CheckedCopies::report(const abi::Site &site, const char *kind, const std::string &text, const abi::Site *other) {
  reports_.report(site, checks::GroupReports::kNoItem, kind, text, other);
}

// Arrivals.

CheckedCopies::Arrivals &CheckedCopies::arrivals_at(const abi::CheckedSite &site) {
  for (Arrivals &arrivals : arrivals_)
    if (arrivals.site == &site) return arrivals;
  arrivals_.push_back({&site, 0, 0, {}});
  return arrivals_.back();
}

void CheckedCopies::arrive(const abi::CheckedSite &site, uint64_t item, const uint64_t *args, uint32_t num_args) {
  if (item >= at_.size()) return;  // no memory was left for the work-items' places
  at_[item] = &site;
  if (site.operation >= abi::Operation::barrier) return;
  Arrivals &arrivals = arrivals_at(site);
  if (arrivals.count++ == 0) {
    arrivals.first_item = item;
    arrivals.args.assign(args, args + num_args);
    return;
  }
  const size_t known = arrivals.args.size();
  const auto [mine, theirs] = std::mismatch(args, args + num_args, arrivals.args.begin(), arrivals.args.end());
  if (mine == args + num_args && num_args == known) return;
  if (!first(process::kCheckBarrier, "arguments", site.site)) return;
  const auto index = static_cast<size_t>(mine - args);
  const bool wait = site.operation == abi::Operation::wait;
  report(site.site, "divergent arguments",
         reports_.item_name(item) + " passes another " +
             difference(site, index, index < known ? *theirs : 0, index < num_args ? *mine : 0) + " than " +
             reports_.item_name(arrivals.first_item) + (wait ? " waits for" : ""));
}

void CheckedCopies::arrive_at_wait(const abi::CheckedSite &site, uint64_t item, int32_t count, const uint64_t *events) {
  constexpr int32_t kMost = 1024;  // most events that are compared
  waited_for_.assign(events, events + std::clamp(count, 0, kMost));
  waited_for_.insert(waited_for_.begin(), static_cast<uint32_t>(count));
  arrive(site, item, waited_for_.data(), static_cast<uint32_t>(waited_for_.size()));
}

// The operation runs: all work-items should have arrived.
void CheckedCopies::met(const abi::CheckedSite &site) {
  if (!site.arrivals) return;
  Arrivals &arrivals = arrivals_at(site);
  const uint64_t count = std::exchange(arrivals.count, 0);
  if (count >= items_ || !first(process::kCheckBarrier, "call", site.site)) return;
  const auto other = std::find_if(at_.begin(), at_.end(), [&](auto *place) { return place != &site; });
  std::string elsewhere;
  if (other != at_.end()) {
    elsewhere = "; " + reports_.item_name(static_cast<uint64_t>(other - at_.begin())) + " is at the ";
    if (!*other)
      elsewhere += "beginning";
    else
      elsewhere += operation_of(**other);
    if (*other && (*other)->operation != abi::Operation::end) elsewhere += " of " + place_of((*other)->site);
  }
  report(site.site, "divergent call",
         std::to_string(count) + " of " + std::to_string(items_) + " work-items have come to this " +
             operation_of(site) + elsewhere);
}

// Copies.

bool CheckedCopies::check_bounds(const abi::CheckedSite &site, const char *side, const Area &area,
                                 const Object &object) {
  const __int128 begin = area.begin() - object.begin, end = area.end() - object.begin;
  if (begin >= 0 && end <= object.size) return true;
  if (!first(process::kCheckBounds, side, site.site)) return false;
  if (object.index == abi::kUnknownObject)
    report(site.site, "out of bounds", std::string("the ") + side + " is in " + reports_.name_of(object));
  else
    report(site.site, "out of bounds",
           std::string("the ") + side + " is bytes " + text_of(begin) + " to " + text_of(end) + " of " +
               reports_.name_of(object));
  return false;
}

void CheckedCopies::check_against_pending(const Pending &copy) {
  for (const Pending &other : pending_) {
    if (other.fence != copy.fence) continue;
    const char *verb = nullptr, *which = "into";
    uint64_t at = 0;
    if (copy.destination.touches(other.destination))
      verb = "writes", at = static_cast<uint64_t>(copy.destination.begin());
    else if (copy.source.touches(other.destination))
      verb = "reads", at = static_cast<uint64_t>(copy.source.begin());
    else if (copy.destination.touches(other.source))
      verb = "writes", which = "from", at = static_cast<uint64_t>(copy.destination.begin());
    if (verb && first(process::kCheckRace, "race", copy.site->site, &other.site->site))
      report(copy.site->site, "race",
             std::string("the copy ") + verb + " " + reports_.name_of(reports_.object_at(at)) + ", " + which +
                 " which the copy of " + place_of(other.site->site) + " is still pending",
             &other.site->site);
  }
}

uint64_t CheckedCopies::copy(const abi::CheckedSite &site, const Copy &copy, ZeroStride zero, uint64_t event) {
  met(site);
  Pending pending{&site, Area::destination(copy), Area::source(copy), event, fence_};
  if (!events_.held(event)) pending.event = events_.take();
  ++counts_.copies;
  if (pending.destination.empty()) return pending.event;
  counts_.bytes += copy.total() * copy.element;

  const Object dst =
      site.dst != abi::kUnknownObject ? reports_.object(site.dst) : reports_.object_at(address_of(copy.dst));
  const Object src =
      site.src != abi::kUnknownObject ? reports_.object(site.src) : reports_.object_at(address_of(copy.src));
  if (zero != ZeroStride::none && first(process::kCheckAsync, "stride", site.site))
    report(site.site, "stride 0",
           zero == ZeroStride::source ? "all elements come from one place in " + reports_.name_of(src)
                                      : "all elements go to one place in " + reports_.name_of(dst));
  const bool inside = static_cast<int>(check_bounds(site, "destination", pending.destination, dst)) &
                      static_cast<int>(check_bounds(site, "source", pending.source, src));
  if (inside) {
    if (pending.destination.touches(pending.source) && first(process::kCheckAsync, "overlap", site.site))
      report(site.site, "overlap", "source and destination share bytes of " + reports_.name_of(dst));
    check_against_pending(pending);
  } else {
    pending.source = {};
  }
  pending_.push_back(pending);
  if (inside) {
    fault_.perform(site.site, copy, 0, copy.total());
    watch(pending);
  }
  return pending.event;
}

void CheckedCopies::fence(const abi::CheckedSite &site) {
  met(site);
  ++fence_;
}

void CheckedCopies::wait(const abi::CheckedSite &site, int32_t count, const uint64_t *events) {
  met(site);
  if (count < 0 && first(process::kCheckAsync, "count", site.site))
    report(site.site, "wait on an event that is not pending", "the number of events is " + std::to_string(count));
  for (int32_t i = 0; i < count; ++i) {
    if (events_.held(events[i])) continue;
    if (!first(process::kCheckAsync, "wait", site.site)) break;
    const char *why = events[i] == 0              ? " is 0"
                      : events_.issued(events[i]) ? " has been waited for already"
                                                  : " is not of this work-group";
    report(site.site, "wait on an event that is not pending",
           "event " + std::to_string(i) + " of " + std::to_string(count) + why);
  }
  // After the loop, so that an event may stand in the list twice.
  for (int32_t i = 0; i < count; ++i) events_.release(events[i]);
  std::erase_if(pending_, [this](const Pending &copy) { return !events_.held(copy.event); });
  watch_all();
}

// Accesses.

void CheckedCopies::watch(const Pending &copy) noexcept {
  auto add = [](abi::WatchRange &range, const Area &area) {
    const auto end = static_cast<uint64_t>(area.end());
    auto begin = static_cast<uint64_t>(area.begin());
    begin -= std::min(begin, abi::kWatchMargin - 1);
    const uint64_t old_end = range.size ? range.begin + range.size : end;
    range.begin = range.size ? std::min(range.begin, begin) : begin;
    range.size = std::max(old_end, end) - range.begin;
  };
  for (const Area *area : {&copy.destination, &copy.source}) {
    auto &ranges = watch_.ranges[reports_.in_local(static_cast<uint64_t>(area->begin())) ? 0 : 1];
    if (area == &copy.destination) add(ranges[0], *area);
    add(ranges[1], *area);
  }
}

void CheckedCopies::watch_all() noexcept {
  watch_ = {};
  for (const Pending &copy : pending_)
    if (!copy.source.empty()) watch(copy);
}

void CheckedCopies::access(const abi::Site &site, const void *address, uint64_t size, bool writes) {
  const uint64_t at = address_of(address);
  for (const Pending &copy : pending_) {
    if (copy.source.empty()) continue;
    const bool into = copy.destination.touches(at, size);
    if (!into && !(writes && copy.source.touches(at, size))) continue;
    if (first(process::kCheckRace, writes ? "write" : "read", site, &copy.site->site))
      report(site, "race",
             std::string(writes ? "writes " : "reads ") + reports_.name_of(reports_.object_at(at)) +
                 (into ? ", into" : ", from") + " which the copy of " + place_of(copy.site->site) + " is still pending",
             &copy.site->site);
  }
}

}  // namespace wherry::copies
