#include "dma/policy.h"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <string_view>

#include "observe/log.h"

namespace wherry::dma {

namespace {
constexpr uint64_t kLine = 64;
constexpr uint64_t kForcedChunks = 4;  // what Mode::chunks makes of a small copy
constexpr uint32_t kLongestPause = 255;

// Bytes of cache lines that an element drags through the cache: what a copy's cost is counted in.
uint64_t cost_of_element(const Copy &copy) {
  if (copy.element == 1 && copy.contiguous()) return 1;
  const uint64_t step = std::max({copy.dst_step[0], copy.src_step[0], copy.element});
  return std::min(step, std::max(copy.element, kLine));
}

void cut(Plan &plan, const Copy &copy, uint64_t elements) {
  const uint64_t total = copy.total(), line = copy.count[0];
  elements = std::max({uint64_t{1}, elements, (total - 1) / kMaxChunks + 1});
  if (elements > line) elements -= elements % line;
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

void Policy::begin_launch(const Tuning &tuning, unsigned workers, const std::byte *local,
                          uint64_t local_bytes) noexcept {
  ++launch_;
  tuning_ = tuning;
  local_begin_ = reinterpret_cast<uintptr_t>(local);
  local_bytes_ = local_bytes;
  stream_bytes_ = tuning_.stream / std::max(1u, workers);
}

SiteRecord &Policy::record_of(const abi::Site &site) noexcept {
  const uint64_t hash = static_cast<uint64_t>(reinterpret_cast<uintptr_t>(&site)) * 0x9e3779b97f4a7c15u;
  SiteRecord &record = sites_[hash >> 58];
  static_assert(kSites == uint64_t{1} << (64 - 58));
  if (record.site != &site) {
    record = {};
    record.site = &site;
  }
  return record;
}

// Whether what is written would be gone from the last cache before anybody reads it: where a launch writes far
// more than that holds, spread as far. A tile that is rewritten again and again stays there.
bool Policy::streams(const abi::Site &site, const Copy &copy) noexcept {
  SiteRecord &record = record_of(site);
  if (record.launch != launch_) {
    record.launch = launch_;
    record.bytes_written = 0;
    record.written = {};
  }
  record.bytes_written += copy.total() * copy.element;
  record.written.add(written_by(copy));
  return record.bytes_written > stream_bytes_ && record.written.end - record.written.begin > tuning_.stream;
}

void Policy::offer(Plan &plan, const abi::Site &site, const Copy &copy, uint64_t cost) noexcept {
  const unsigned idle = helpers_.idle();
  if (idle == 0) return;
  SiteRecord &record = record_of(site);
  if (record.pause != 0) {
    --record.pause;
    return;
  }
  const auto wanted = static_cast<unsigned>(std::min<uint64_t>(idle, cost / tuning_.offload));
  const unsigned awake = helpers_.awake();
  plan.calls = std::min(awake, wanted);
  if (awake >= wanted) {
    unhelped_ = 0;
  } else if (unhelped_ += cost; unhelped_ >= tuning_.wake) {
    plan.wakes = static_cast<unsigned>(std::min<uint64_t>(wanted - awake, unhelped_ / tuning_.wake));
    plan.calls += plan.wakes;
    unhelped_ = 0;
  }
  if (plan.calls == 0) return;
  cut(plan, copy, tuning_.chunk / cost_of_element(copy));
  plan.record = &record;
}

Plan Policy::plan(const abi::Site &site, const Copy &copy) noexcept {
  Plan plan;
  const uint64_t total = copy.total();
  if (total == 0) return plan;
  if (reinterpret_cast<uintptr_t>(copy.dst) - local_begin_ >= local_bytes_ && streams(site, copy))
    plan.stores = Stores::streaming;
  switch (mode_) {
  case Mode::now: break;
  case Mode::wait: cut(plan, copy, total); break;
  case Mode::chunks:
    cut(plan, copy, std::min(tuning_.chunk / cost_of_element(copy), (total - 1) / kForcedChunks + 1));
    plan.calls = plan.wakes = std::min(std::max(1u, helpers_.idle()), plan.chunks);
    break;
  case Mode::automatic:
    if (const uint64_t cost = total * cost_of_element(copy); cost >= tuning_.offload) offer(plan, site, copy, cost);
    break;
  }
  return plan;
}

void Policy::learn(SiteRecord &record, uint32_t chunks, uint32_t own) noexcept {
  if (4 * own <= 3 * chunks) {
    record.next_pause = 0;
  } else {
    record.pause = record.next_pause = std::min(2 * record.next_pause + 1, kLongestPause);
  }
}

}  // namespace wherry::dma
