// SPDX-License-Identifier: Apache-2.0
#include "copies/policy.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <string_view>
#include <utility>

#include "observe/log.h"
#include "platform/process/environment.h"

namespace wherry::copies {

namespace {
constexpr uint64_t kLine = 64;
constexpr uint64_t kForcedChunks = 4;  // what Mode::chunks makes of a small copy
constexpr uint32_t kLooks = 64;        // small copies performed at once before quiet_ ones
constexpr uint32_t kSmallBatch = 32;
constexpr uint64_t kMostAhead = 256 << 10;  // bytes; larger tiles were not measured
constexpr uint64_t kLeastTile = 2 << 10;    // bytes of several lines, for loops to prefetch
// A trial is given up after kPatience copies at other call sites, or once one call site that waits for a trial of its
// own leads the vote (rival_) by kRivalry copies.
constexpr uint32_t kRivalry = 8, kPatience = 100;

// Bytes of cache lines that an element moves through the cache: the unit of a copy's cost.
uint64_t cost_of_element(const Copy &copy) {
  if (copy.element == 1 && copy.contiguous()) return 1;
  const uint64_t step = std::max({copy.dst_step[0], copy.src_step[0], copy.element});
  return std::min(step, std::max(copy.element, kLine));
}

// Whether the destination is one range without gaps.
bool fills_range(const Copy &copy) {
  uint64_t step = copy.element;
  for (int i = 0; i < 3; step *= copy.count[i++])
    if (copy.count[i] != 1 && copy.dst_step[i] != step) return false;
  return true;
}

void cut(Plan &plan, const Copy &copy, uint64_t elements) {
  const uint64_t total = copy.total(), line = copy.count[0];
  if (elements > line) elements -= elements % line;
  elements = std::max({uint64_t{1}, elements, (total - 1) / kMaxChunks + 1});
  plan.chunk_elements = elements;
  plan.chunks = static_cast<uint32_t>((total - 1) / elements + 1);
}
}  // namespace

Mode parse_mode(const char *value) noexcept {
  const std::string_view name = value ? value : "";
  if (name.empty() || name == "auto") return Mode::automatic;
  if (name == "now") return Mode::now;
  if (name == "wait") return Mode::wait;
  if (name == "chunks") return Mode::chunks;
  if (name == "prefetch") return Mode::prefetch;
  if (name == "ahead") return Mode::ahead;
  observe::warn_once("WHERRY_ASYNC", "WHERRY_ASYNC is none of now, wait, prefetch, ahead, chunks, auto: taken as auto");
  return Mode::automatic;
}

Mode mode_of_environment() noexcept {
  static const Mode mode = parse_mode(process::environment(process::Variable::async));
  return mode;
}

Policy::Policy(Helpers &helpers, Mode mode, Ticks ticks) : helpers_(helpers), mode_(mode), ticks_(ticks) {
  begin_launch(Thresholds(), 1, nullptr, 0);
}

void Policy::begin_launch(const Thresholds &thresholds, unsigned workers, const std::byte *local,
                          uint64_t local_bytes) noexcept {
  ++launch_;
  thresholds_ = thresholds;
  at_once_below_ = mode_ == Mode::now ? ~uint64_t{0} : mode_ == Mode::automatic ? thresholds.least : 0;
  local_begin_ = reinterpret_cast<uintptr_t>(local);
  local_bytes_ = local_bytes;
  workers_ = std::max(1u, workers);
  far_bytes_ = thresholds_.stream / workers_;
  quiet_ = mode_ == Mode::now ? ~uint64_t{0} : 0;
  looks_ = 0;
}

// The record of a key that its first slot does not hold, or that this launch has not met yet. Launches of a kernel may
// differ in what they compute.
SiteRecord &Policy::meet_again(uint64_t key, const void *dst, uint64_t cost, bool lines) noexcept {
  const uint64_t hash = key * kHash, slot = hash >> kSiteShift;
  SiteRecord &first = sites_[slot], &second = sites_[slot ^ (1 + (hash & ~uint64_t{0} >> 32) % (kSites - 1))];
  SiteRecord *found = &first;
  if (first.key != key) {
    if (second.key == key && second.launch == launch_) return second;
    // Replace the record that was met longer ago; of two of this launch the second, so that the first goes on learning.
    if (second.key == key || first.launch == launch_ || second.launch < first.launch) found = &second;
  }
  SiteRecord &record = *found;
  if (record.key != key) begin_record(record, key, dst, cost, lines);
  record.launch = launch_;
  record.far_bytes = 0;
  record.far = {};
  record.helped.look_again();
  record.alone.look_again();
  return record;
}

// Offering pays more often into local memory than out of it: what is copied out lies mostly in the cache of the
// work-group's own core, which will write there again.
void Policy::begin_record(SiteRecord &record, uint64_t key, const void *dst, uint64_t cost, bool lines) noexcept {
  if (trying_ == &record.helped || trying_ == &record.alone || trying_ == &record.prefetches) stop_trying();
  record = {};
  record.key = key;
  const bool to_local = is_local(dst), loops = lines && to_local && cost <= kMostAhead;
  unsigned strategies = 1u << Strategy::at_once | (loops ? 1u << Strategy::ahead : 0);
  unsigned first = loops ? Strategy::ahead : Strategy::at_once;
  record.alone = SiteRecord::tuner_of(strategies, first);
  if (cost >= thresholds_.least) {
    strategies |= 1u << Strategy::offered;
    if (lines && to_local) strategies |= 1u << Strategy::offered_cached | 1u << Strategy::offered_unfetched;
    // With more work-groups the helpers' stores meet the limit of memory
    // (docs/measurements/async-copies-many-cores.md).
    const unsigned busy = workers_ - std::min(workers_, helpers_.idle());
    if (!loops && to_local && cost >= thresholds_.offload && busy <= std::max(1u, workers_ / 8))
      first = Strategy::offered;
  }
  record.helped = SiteRecord::tuner_of(strategies, first);
}

// The tuner of large copies while `idle` workers are idle.
Tuner &Policy::large(SiteRecord &record, unsigned idle) noexcept {
  if (timing_ && trying_what_ == (idle ? Tries::alone : Tries::helped)) timing_ = false;
  return idle ? record.helped : record.alone;
}

void Policy::stop_trying() noexcept {
  trying_->interrupt();
  trying_ = nullptr;
  timing_ = false;
}

void Policy::end_timing() noexcept {
  timing_ = false;
  if (trying_what_ == Tries::prefetches) cost_ = std::min<uint64_t>(cost_, kSmallBatch) - std::exchange(quiet_, 0);
  trying_->took(ticks_() - issued_, cost_);
  if (!trying_->trying()) trying_ = nullptr;
}

void Policy::begin_timing() noexcept {
  timing_ = true;
  cost_ = 1;
  issued_ = ticks_();
}

// Follows the call site that copies most often among those that wait for a trial (a majority vote). Several that copy
// equally often let each other end.
bool Policy::has_waited_long(const Tuner &tuner) noexcept {
  if (rivalry_ == 0) rival_ = &tuner;
  rivalry_ = rival_ == &tuner ? rivalry_ + 1 : rivalry_ - 1;
  return rivalry_ == kRivalry;
}

// For the next copy of a call site. The time from one copy to the next, or to the end of the work-group, is what a
// strategy costs altogether: the call, the wait, and the cache in which the kernel then finds the data.
unsigned Policy::strategy_for(Tuner &tuner, Tries what) noexcept {
  if (tuner.rests()) return tuner.strategy();
  if (trying_ == &tuner) {
    patience_ = kPatience;
    rivalry_ = 0;
    if (timing_ && what != Tries::prefetches) end_timing();
  } else if (trying_ && (--patience_ == 0 || has_waited_long(tuner))) {
    stop_trying();
  }
  if (!trying_ && !tuner.rests()) {
    tuner.begin();
    trying_ = &tuner;
    trying_what_ = what;
    patience_ = kPatience;
    rivalry_ = 0;
  }
  if (trying_ == &tuner && !timing_) begin_timing();
  return tuner.strategy();
}

// While prefetching pays at no call site, most small copies are not looked up: the look-up, and the clock, which orders
// instructions, take longer than many a copy. For the same reason small copies are timed in batches, whatever their
// call sites: in a loop, each site's share of a batch stays the same.
bool Policy::prefetches(const abi::Site &site, const void *dst, uint64_t cost) noexcept {
  if (timing_ && trying_what_ == Tries::prefetches && cost_++ == kSmallBatch) end_timing();
  Tuner *tuner = cost <= thresholds_.prefetch && is_local(dst) ? &record_of(site, dst, cost, true).prefetches : nullptr;
  if (tuner && strategy_for(*tuner, Tries::prefetches)) {
    looks_ = 0;
    return true;
  }
  if (++looks_ < kLooks) return false;
  if (!trying_) {
    // The number varies, or the copies looked up would be of the same call site of a loop each time.
    quiet_ = (tuner ? tuner->take_rest() : kLooks) + looks_ % 7;
  } else if (trying_ == tuner && cost_ == 1) {
    quiet_ = kSmallBatch - 1;
    cost_ += quiet_;
  }
  return false;
}

bool Policy::may_be_ahead(const Copy &copy) const noexcept { return copy.contiguous() && is_local(copy.dst); }

// `first`: a trial of this strategy has just begun.
void Policy::offer(Plan &plan, const Copy &copy, uint64_t cost, unsigned idle, bool first) noexcept {
  const auto wanted = static_cast<unsigned>(std::clamp<uint64_t>(cost / thresholds_.offload, 1, idle));
  const unsigned awake = helpers_.awake();
  plan.calls = std::min(awake, wanted);
  if (awake >= wanted) {
    unhelped_ = 0;
  } else if (unhelped_ += first ? thresholds_.wake : cost; unhelped_ >= thresholds_.wake) {
    plan.wakes = static_cast<unsigned>(std::min<uint64_t>(wanted - awake, unhelped_ / thresholds_.wake));
    plan.calls += plan.wakes;
    unhelped_ = 0;
  }
  if (plan.calls != 0) cut(plan, copy, thresholds_.chunk / cost_of_element(copy));
}

void Policy::have_tile_fetched(Plan &plan, SiteRecord &record, const Copy &copy) const noexcept {
  if (plan.calls == 0 || helpers_.idle() == 0 || !is_local(copy.dst) || !fills_range(copy)) return;
  plan.ahead = true;
  plan.unfinished = &record.unfinished;
}

// The woken helper has not come yet: copies till then say nothing about the strategy.
void Policy::await_helper(Tuner &tuner) noexcept {
  timing_ = false;
  unhelped_ = 0;
  if (tuner.waits_too_long()) stop_trying();
}

void Policy::plan_large(Plan &plan, const abi::Site &site, const Copy &copy, uint64_t cost) noexcept {
  const unsigned idle = helpers_.idle();
  const bool lines = may_be_ahead(copy), loops = lines && cost <= kMostAhead;
  SiteRecord &record = record_of(site, copy.dst, cost, lines);
  Tuner &tuner = large(record, idle);
  const unsigned strategy = strategy_for(tuner, idle ? Tries::helped : Tries::alone);
  if (trying_ == &tuner) cost_ = cost;
  if (Strategy::is_offered(strategy)) {
    if (strategy == Strategy::offered_cached) plan.helper_stores = Stores::cached;
    offer(plan, copy, cost, idle, tuner.turned());
    if (strategy != Strategy::offered_unfetched) have_tile_fetched(plan, record, copy);
    if (plan.calls == 0 && tuner.turning()) await_helper(tuner);
  }
  // The work-group's own loops copy while they compute, without a helper.
  if (strategy != Strategy::at_once && plan.chunks == 0 && loops) plan = going_ahead(copy.total());
}

Policy::Decision Policy::decide_large(const abi::Site &site, const void *dst, uint64_t bytes) noexcept {
  if (mode_ != Mode::automatic) return Decision::plan;
  Tuner &tuner = large(record_of(site, dst, bytes, true), helpers_.idle());
  if (Strategy::is_offered(tuner.strategy()) || !tuner.rests()) return Decision::plan;
  return tuner.strategy() == Strategy::at_once ? Decision::at_once : Decision::ahead;
}

Stores Policy::stores_of_line(const abi::Site &site, const void *dst, const void *src, uint64_t bytes) noexcept {
  const bool to_local = is_local(dst);
  if (to_local && bytes >= kEndStrings) return Stores::cached;
  const auto begin = static_cast<uint64_t>(reinterpret_cast<uintptr_t>(to_local ? src : dst));
  return stores_of(record_of(site, dst, bytes, true), {begin, begin + bytes}, bytes, to_local);
}

Plan Policy::plan(const abi::Site &site, const Copy &copy) noexcept {
  Plan plan;
  const uint64_t total = copy.total();
  if (total == 0) return plan;
  const bool to_local = is_local(copy.dst);
  const bool one_line = copy.contiguous() && total == copy.count[0];
  if (const uint64_t bytes = total * copy.element;
      bytes >= kLeastStrings && (!to_local || (one_line && bytes < kEndStrings))) {
    plan.stores = stores_of(record_of(site, copy.dst, bytes, may_be_ahead(copy)),
                            to_local ? read_by(copy) : written_by(copy), bytes, to_local);
    if (!one_line && plan.stores == Stores::strings) plan.stores = Stores::cached;
  }
  plan.helper_stores = to_local ? Stores::streaming : plan.stores;
  switch (mode_) {
  case Mode::now: break;
  case Mode::prefetch: plan.prefetch = true; [[fallthrough]];
  case Mode::wait: cut(plan, copy, total); break;
  case Mode::ahead:
    cut(plan, copy, total);
    plan.ahead = may_be_ahead(copy);
    break;
  case Mode::chunks:
    cut(plan, copy, std::min(thresholds_.chunk / cost_of_element(copy), (total - 1) / kForcedChunks + 1));
    plan.calls = plan.wakes = std::min(std::max(1u, helpers_.idle()), plan.chunks);
    have_tile_fetched(plan, record_of(site, copy.dst, total * cost_of_element(copy), may_be_ahead(copy)), copy);
    break;
  case Mode::automatic:
    if (const uint64_t cost = total * cost_of_element(copy);
        cost >= thresholds_.least || (cost >= kLeastTile && total != copy.count[0] && may_be_ahead(copy))) {
      plan_large(plan, site, copy, cost);
    } else if (quiet_ != 0) {
      --quiet_;
    } else if (prefetches(site, copy.dst, cost)) {
      return prefetching(total);
    }
    break;
  }
  return plan;
}

}  // namespace wherry::copies
