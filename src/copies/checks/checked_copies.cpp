// SPDX-License-Identifier: Apache-2.0
#include "copies/checked_copies.h"

#include <algorithm>
#include <cstring>
#include <functional>
#include <utility>

namespace wherry::copies {

namespace {

uint64_t address_of(const void *pointer) { return reinterpret_cast<uintptr_t>(pointer); }

// "line 3:7", or with the file's name.
std::string place_of(const abi::Site &site) {
  std::string place = *site.file ? site.file + std::string(":") : "line ";
  return place + std::to_string(site.line) + ":" + std::to_string(site.column);
}

std::string triple(const uint64_t (&v)[3]) {
  return "(" + std::to_string(v[0]) + "," + std::to_string(v[1]) + "," + std::to_string(v[2]) + ")";
}

std::string bytes(uint64_t n) { return std::to_string(n) + (n == 1 ? " byte" : " bytes"); }

std::string text_of(__int128 value) {
  if (value < 0) return "-" + text_of(-value);
  std::string digits;
  do digits.insert(digits.begin(), static_cast<char>('0' + static_cast<int>(value % 10)));
  while (value /= 10);
  return digits;
}

constexpr const char *kOperations[] = {"copy", "copy", "fence", "wait", "barrier", "kernel's end"};
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

uint64_t hash_of(const char *text) { return std::hash<std::string_view>{}(text); }
uint64_t mix(uint64_t hash, uint64_t value) { return (hash ^ value) * 0x9e3779b97f4a7c15u ^ hash >> 29; }
uint64_t hash_of(const abi::Site &site) {
  return mix(mix(mix(hash_of(site.kernel), hash_of(site.file)), site.line), site.column);
}

}  // namespace

void CheckedCopies::begin_range(observe::Reports *reports) noexcept {
  reports_ = reports;
  seen_.clear();
  arrivals_.clear();
}

void CheckedCopies::begin_group(abi::GroupContext &group) {
  const abi::Launch &launch = *group.launch;
  group_ = &group;
  watch_ = {};
  group.watch = &watch_;
  local_begin_ = address_of(group.local_memory);
  local_size_ = launch.kernel->local_bytes;
  for (uint32_t i = 0; i < launch.num_locals; ++i)
    local_size_ = std::max(local_size_, launch.locals[i].offset + launch.locals[i].size);
  items_ = group.local_size[0] * group.local_size[1] * group.local_size[2];
  at_.assign(items_, nullptr);
  for (Arrivals &arrivals : arrivals_) arrivals.count = 0;
  events_.begin_group();
  pending_.clear();
  fence_ = 0;
}

void CheckedCopies::end_group() {
  for (const Pending &copy : pending_)
    if (!copy.destination.empty() && first("pending", copy.site->site))
      report(copy.site->site, "copy without a wait: the work-group ends while it is pending");
  pending_.clear();
}

// Reports.

bool CheckedCopies::first(const char *kind, const abi::Site &site, const abi::Site *other) {
  uint64_t place = mix(hash_of(site), hash_of(kind));
  if (other) place = mix(place, hash_of(*other));
  return reports_ && seen_.insert(place).second && reports_->first(place);
}

void CheckedCopies::report(const abi::Site &site, const std::string &text) {
  reports_->add(std::string("kernel '") + site.kernel + "', " + place_of(site) + ", work-group " +
                triple(group_->group_id) + ": " + text);
}

std::string CheckedCopies::item_name(uint64_t item) const {
  const uint64_t *size = group_->local_size;
  return "work-item " + triple({item % size[0], item / size[0] % size[1], item / size[0] / size[1]});
}

// Objects.

CheckedCopies::Object CheckedCopies::object(uint32_t index) const noexcept {
  const abi::Launch &launch = *group_->launch;
  const abi::KernelInfo &kernel = *launch.kernel;
  if (index >= kernel.num_args) {
    if (index - kernel.num_args >= kernel.num_local_arrays) return {};
    const abi::LocalArray &array = kernel.local_arrays[index - kernel.num_args];
    return {index, local_begin_ + array.offset, array.size};
  }
  for (uint32_t i = 0; i < launch.num_buffers; ++i)
    if (const abi::BufferRange &buffer = launch.buffers[i]; buffer.arg == index)
      return {index, address_of(buffer.begin), buffer.size};
  for (uint32_t i = 0; i < launch.num_locals; ++i)
    if (const abi::LocalRange &local = launch.locals[i]; local.arg == index)
      return {index, local_begin_ + local.offset, local.size};
  return {index, 0, 0};  // a null pointer
}

// Of overlapping buffers, the one that ends last.
CheckedCopies::Object CheckedCopies::object_at(uint64_t address) const noexcept {
  const abi::KernelInfo &kernel = *group_->launch->kernel;
  Object found;
  for (uint32_t i = 0; i < kernel.num_args + kernel.num_local_arrays; ++i) {
    if (i < kernel.num_args && kernel.args[i].kind == abi::ArgKind::value) continue;
    const Object candidate = object(i);
    if (address - candidate.begin < candidate.size && candidate.begin + candidate.size > found.begin + found.size)
      found = candidate;
  }
  return found;
}

std::string CheckedCopies::name_of(const Object &object) const {
  const abi::KernelInfo &kernel = *group_->launch->kernel;
  if (object.index == abi::kUnknownObject) return "no argument's and no local variable's memory";
  if (object.index >= kernel.num_args)
    return std::string("local array '") + kernel.local_arrays[object.index - kernel.num_args].name + "' (" +
           bytes(object.size) + ")";
  const abi::ArgInfo &arg = kernel.args[object.index];
  return "argument " + std::to_string(object.index) + " '" + arg.name + "' (" +
         (object.begin ? bytes(object.size) : "null") + (arg.kind == abi::ArgKind::local ? ", local)" : ")");
}

// Arrivals.

CheckedCopies::Arrivals &CheckedCopies::arrivals_at(const abi::CheckedSite &site) {
  for (Arrivals &arrivals : arrivals_)
    if (arrivals.site == &site) return arrivals;
  arrivals_.push_back({&site, 0, 0, {}});
  return arrivals_.back();
}

void CheckedCopies::arrive(const abi::CheckedSite &site, uint64_t item, const uint64_t *args, uint32_t num_args) {
  if (item >= at_.size()) return;  // there was no memory for them
  at_[item] = &site;
  if (site.operation == abi::Operation::barrier || site.operation == abi::Operation::end) return;
  Arrivals &arrivals = arrivals_at(site);
  if (arrivals.count++ == 0) {
    arrivals.first_item = item;
    arrivals.args.assign(args, args + num_args);
    return;
  }
  const size_t known = arrivals.args.size();
  const auto [mine, theirs] = std::mismatch(args, args + num_args, arrivals.args.begin(), arrivals.args.end());
  if (mine == args + num_args && num_args == known) return;
  if (!first("arguments", site.site)) return;
  const auto index = static_cast<size_t>(mine - args);
  const bool wait = site.operation == abi::Operation::wait;
  report(site.site, "divergent arguments: " + item_name(item) + " passes another " +
                        difference(site, index, index < known ? *theirs : 0, index < num_args ? *mine : 0) + " than " +
                        item_name(arrivals.first_item) + (wait ? " waits for" : ""));
}

void CheckedCopies::arrive_at_wait(const abi::CheckedSite &site, uint64_t item, int32_t count, const uint64_t *events) {
  constexpr int32_t kMost = 1024;  // of those that are compared
  waited_for_.assign(events, events + std::clamp(count, 0, kMost));
  waited_for_.insert(waited_for_.begin(), static_cast<uint32_t>(count));
  arrive(site, item, waited_for_.data(), static_cast<uint32_t>(waited_for_.size()));
}

// The operation runs: all work-items should have arrived.
void CheckedCopies::met(const abi::CheckedSite &site) {
  if (!site.arrivals) return;
  Arrivals &arrivals = arrivals_at(site);
  const uint64_t count = std::exchange(arrivals.count, 0);
  if (count >= items_ || !first("call", site.site)) return;
  const auto other = std::find_if(at_.begin(), at_.end(), [&](auto *place) { return place != &site; });
  std::string elsewhere;
  if (other != at_.end()) {
    elsewhere = "; " + item_name(static_cast<uint64_t>(other - at_.begin())) + " is at the ";
    if (!*other)
      elsewhere += "beginning";
    else
      elsewhere += operation_of(**other);
    if (*other && (*other)->operation != abi::Operation::end) elsewhere += " of " + place_of((*other)->site);
  }
  report(site.site, "divergent call: " + std::to_string(count) + " of " + std::to_string(items_) +
                        " work-items have come to this " + operation_of(site) + elsewhere);
}

// Copies.

bool CheckedCopies::check_bounds(const abi::CheckedSite &site, const char *side, const Area &area,
                                 const Object &object) {
  const __int128 begin = area.begin() - object.begin, end = area.end() - object.begin;
  if (begin >= 0 && end <= object.size) return true;
  if (!first(side, site.site)) return false;
  if (object.index == abi::kUnknownObject)
    report(site.site, std::string("out of bounds: the ") + side + " is in " + name_of(object));
  else
    report(site.site, std::string("out of bounds: the ") + side + " is bytes " + text_of(begin) + " to " +
                          text_of(end) + " of " + name_of(object));
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
    if (verb && first("race", copy.site->site, &other.site->site))
      report(copy.site->site, std::string("race: the copy ") + verb + " " + name_of(object_at(at)) + ", " + which +
                                  " which the copy of " + place_of(other.site->site) + " is still pending");
  }
}

uint64_t CheckedCopies::copy(const abi::CheckedSite &site, const Copy &copy, ZeroStride zero, uint64_t event) {
  met(site);
  Pending pending{&site, Area::destination(copy), Area::source(copy), event, fence_};
  if (!events_.held(event)) pending.event = events_.take();
  ++counts_.copies;
  if (pending.destination.empty()) return pending.event;
  counts_.bytes += copy.total() * copy.element;

  const Object dst = site.dst != abi::kUnknownObject ? object(site.dst) : object_at(address_of(copy.dst));
  const Object src = site.src != abi::kUnknownObject ? object(site.src) : object_at(address_of(copy.src));
  if (zero != ZeroStride::none && first("stride", site.site))
    report(site.site, zero == ZeroStride::source ? "stride 0: all elements come from one place in " + name_of(src)
                                                 : "stride 0: all elements go to one place in " + name_of(dst));
  const bool inside = static_cast<int>(check_bounds(site, "destination", pending.destination, dst)) &
                      static_cast<int>(check_bounds(site, "source", pending.source, src));
  if (inside) {
    if (pending.destination.touches(pending.source) && first("overlap", site.site))
      report(site.site, "overlap: source and destination share bytes of " + name_of(dst));
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
  if (count < 0 && first("count", site.site))
    report(site.site, "wait on an event that is not pending: the number of events is " + std::to_string(count));
  for (int32_t i = 0; i < count; ++i) {
    if (events_.held(events[i])) continue;
    if (!first("wait", site.site)) break;
    const char *why = events[i] == 0              ? " is 0"
                      : events_.issued(events[i]) ? " has been waited for already"
                                                  : " is not of this work-group";
    report(site.site,
           "wait on an event that is not pending: event " + std::to_string(i) + " of " + std::to_string(count) + why);
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
    auto &ranges = watch_.ranges[in_local(static_cast<uint64_t>(area->begin())) ? 0 : 1];
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
    if (first(writes ? "write" : "read", site, &copy.site->site))
      report(site, std::string("race: ") + (writes ? "writes " : "reads ") + name_of(object_at(at)) +
                       (into ? ", into" : ", from") + " which the copy of " + place_of(copy.site->site) +
                       " is still pending");
  }
}

}  // namespace wherry::copies
