#include "dma/policy.h"

#include <algorithm>
#include <bit>
#include <chrono>
#include <cstdlib>
#include <limits>
#include <string_view>

#include "observe/log.h"

namespace wherry::dma {

namespace {
constexpr uint64_t kLine = 64;
constexpr uint64_t kForcedChunks = 4;  // what Mode::chunks makes of a small copy
constexpr uint32_t kPatience = 100;    // copies elsewhere for one at the place that is being tried

uint64_t time_stamp() {
#if defined(__x86_64__)
  return __builtin_ia32_rdtsc();
#else
  return static_cast<uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count());
#endif
}

// Bytes of cache lines that an element drags through the cache: what a copy's cost is counted in.
uint64_t cost_of_element(const Copy &copy) {
  if (copy.element == 1 && copy.contiguous()) return 1;
  const uint64_t step = std::max({copy.dst_step[0], copy.src_step[0], copy.element});
  return std::min(step, std::max(copy.element, kLine));
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
  observe::warn_once("WHERRY_ASYNC", "WHERRY_ASYNC is none of now, wait, chunks, auto: taken as auto");
  return Mode::automatic;
}

Mode mode_of_environment() noexcept {
  static const Mode mode = parse_mode(std::getenv("WHERRY_ASYNC"));
  return mode;
}

Policy::Policy(Helpers &helpers, Mode mode, uint64_t (*ticks)())
    : helpers_(helpers), mode_(mode), ticks_(ticks ? ticks : time_stamp) {
  begin_launch(Tuning(), 1, nullptr, 0);
}

void Policy::begin_launch(const Tuning &tuning, unsigned workers, const std::byte *local,
                          uint64_t local_bytes) noexcept {
  ++launch_;
  tuning_ = tuning;
  at_once_below_ = mode_ == Mode::now ? ~uint64_t{0} : mode_ == Mode::automatic ? tuning.least : 0;
  local_begin_ = reinterpret_cast<uintptr_t>(local);
  local_bytes_ = local_bytes;
  stream_bytes_ = tuning_.stream / std::max(1u, workers);
}

// To offer a copy pays more often into local memory than out of it: what is copied out is mostly in the cache of the
// group's own core, and will be written there again.
void Policy::begin_record(SiteRecord &record, const abi::Site &site, const void *dst, uint64_t cost) noexcept {
  timed_ &= ~bit_of(record);
  if (trying_ == &record) trying_ = nullptr;
  record = {};
  record.site = &site;
  record.offers.start_with(cost >= tuning_.offload && is_local(dst));
}

// What passes from one copy of a place to the next, or to the end of the group, tells what its way of copying
// costs altogether: the call, the wait, and where the data then is for the kernel.
void Policy::time(SiteRecord &record, uint64_t now) noexcept {
  if (!(timed_ & bit_of(record))) return;
  timed_ &= ~bit_of(record);
  record.offers.took(now - record.issued, record.cost);
  if (!record.offers.trying()) trying_ = nullptr;
}

void Policy::end_timing() noexcept {
  for (const uint64_t now = ticks_(); timed_;) time(sites_[static_cast<size_t>(std::countr_zero(timed_))], now);
}

void Policy::offer(Plan &plan, const abi::Site &site, const Copy &copy, uint64_t cost) noexcept {
  const unsigned idle = helpers_.idle();
  if (idle == 0) {
    timed_ = 0;
    return;
  }
  SiteRecord &record = record_of(site, copy.dst, cost);
  if (!record.offers.rests()) {
    const uint64_t now = ticks_();
    time(record, now);
    if (trying_ && trying_ != &record && --patience_ == 0) {
      timed_ &= ~bit_of(*trying_);
      trying_->offers.interrupt();
      trying_ = nullptr;
    }
    if (!trying_ && !record.offers.rests()) {
      record.offers.begin();
      trying_ = &record;
    }
    if (trying_ == &record) {
      patience_ = kPatience;
      record.issued = now;
      record.cost = cost;
      timed_ |= bit_of(record);
    }
  }
  if (!record.offers.way()) return;

  const auto wanted = static_cast<unsigned>(std::clamp<uint64_t>(cost / tuning_.offload, 1, idle));
  const unsigned awake = helpers_.awake();
  plan.calls = std::min(awake, wanted);
  if (awake >= wanted) {
    unhelped_ = 0;
  } else if (unhelped_ += record.offers.turned() ? tuning_.wake : cost; unhelped_ >= tuning_.wake) {
    plan.wakes = static_cast<unsigned>(std::min<uint64_t>(wanted - awake, unhelped_ / tuning_.wake));
    plan.calls += plan.wakes;
    unhelped_ = 0;
  }
  if (plan.calls != 0) cut(plan, copy, tuning_.chunk / cost_of_element(copy));
}

Plan Policy::plan(const abi::Site &site, const Copy &copy) noexcept {
  Plan plan;
  const uint64_t total = copy.total();
  if (total == 0) return plan;
  const bool to_local = is_local(copy.dst);
  if (const uint64_t bytes = total * copy.element; !to_local && bytes >= kLeastStreamed)
    plan.stores = stores_of(record_of(site, copy.dst, bytes), written_by(copy), bytes);
  plan.helper_stores = to_local && tuning_.helpers_stream ? Stores::streaming : plan.stores;
  switch (mode_) {
  case Mode::now: break;
  case Mode::wait: cut(plan, copy, total); break;
  case Mode::chunks:
    cut(plan, copy, std::min(tuning_.chunk / cost_of_element(copy), (total - 1) / kForcedChunks + 1));
    plan.calls = plan.wakes = std::min(std::max(1u, helpers_.idle()), plan.chunks);
    break;
  case Mode::automatic:
    if (const uint64_t cost = total * cost_of_element(copy); cost >= tuning_.least) offer(plan, site, copy, cost);
    break;
  }
  return plan;
}

}  // namespace wherry::dma
