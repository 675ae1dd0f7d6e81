// SPDX-License-Identifier: Apache-2.0
// When a copy is performed, how it is cut, and how it is stored.
#pragma once
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "copies/copy.h"
#include "copies/extent.h"
#include "copies/helpers.h"
#include "copies/thresholds.h"
#include "copies/tuner.h"
#include "kernel_abi/abi.h"
#include "platform/cpu/clock.h"

namespace wherry::copies {

// WHERRY_ASYNC names one of these.
enum class Mode {
  automatic,  // "auto": as Policy finds best
  now,        // every copy at once
  wait,       // every copy at its wait
  prefetch,   // every copy at its wait, its source prefetched at once
  ahead,      // every copy at its wait, but for what the kernel's loops have made of it till then
  chunks,     // every copy cut, small ones too, and offered to the workers, idle or not
};

// Reads `value`; null or empty is automatic, and so is anything unknown, with a warning.
Mode parse_mode(const char *value) noexcept;

// parse_mode of WHERRY_ASYNC, read at the first call.
Mode mode_of_environment() noexcept;

// Chunks are counted in 24 bits (see event_table.cpp); larger copies get larger chunks.
inline constexpr uint32_t kMaxChunks = (1u << 24) - 1;

// Of large copies: at once; at the wait, with a part copied before by the kernel's loops; offered to helpers, which
// store past the caches into local memory, or (contiguous lines alone) through them: how far the helper's cache is from
// the work-group's decides. The kernel's loops fetch from the tile what helpers have stored; a third strategy, of
// contiguous lines, leaves the fetching to the hardware's prefetcher, which is enough for loops that read in order.
struct Strategy {
  enum : unsigned { at_once, ahead, offered, offered_cached, offered_unfetched };
  static constexpr bool is_offered(unsigned strategy) { return strategy >= offered; }
};

// What is remembered of the copies of about one size that one call in a kernel's source makes.
struct alignas(64) SiteRecord {
  uint64_t key = 0;
  Tuner helped = tuner_of(1 << Strategy::at_once, Strategy::at_once);  // large copies while a worker is idle
  Tuner alone = helped;                                                // and while none is
  Tuner prefetches{0b11, false, 8, 1, 65536};  // small copies: at once, or prefetched and performed at the wait
  uint64_t launch = 0;                         // the last one with such copies
  uint64_t unfinished = 0;                     // bytes, at the waits for offered copies: a running mean
  uint64_t far_bytes = 0;                      // of that launch, to or from global memory
  Extent far;

  static Tuner tuner_of(unsigned strategies, unsigned first) { return {strategies, first, 8, 4, 8192}; }
};

struct Plan {
  uint64_t chunk_elements = 0;
  uint32_t chunks = 0;  // 0: perform the copy at once
  uint32_t calls = 0;   // to helpers
  uint32_t wakes = 0;   // of those calls, may wake a helper
  bool prefetch = false;
  // The kernel's loops copy a part of it, or, where there are calls, fetch from the tile what helpers have stored.
  bool ahead = false;
  uint64_t *unfinished = nullptr;  // SiteRecord's, of copies whose tile loops fetch
  Stores stores = Stores::cached;
  Stores helper_stores = Stores::cached;
};

// `total` elements performed as one, at the wait.
inline Plan prefetching(uint64_t total) { return {.chunk_elements = total, .chunks = 1, .prefetch = true}; }
// The same, except for what the kernel's loops have copied before.
inline Plan going_ahead(uint64_t total) { return {.chunk_elements = total, .chunks = 1, .ahead = true}; }

using Ticks = uint64_t (*)() noexcept;  // a clock of any unit

// For one work-group after the other, on one thread.
class Policy {
 public:
  Policy(Helpers &helpers, Mode mode, Ticks ticks = cpu::ticks);

  Mode mode() const { return mode_; }

  // Work-groups of another launch follow, on one of `workers` threads. `local`: their local memory.
  void begin_launch(const Thresholds &thresholds, unsigned workers, const std::byte *local,
                    uint64_t local_bytes) noexcept;

  Plan plan(const abi::Site &site, const Copy &copy) noexcept;

  // The fast path of plan(), for a contiguous copy. at_once: stores() says how; plan: ask plan().
  enum class Decision { at_once, prefetch, ahead, plan };
  [[gnu::always_inline]] Decision decide(const abi::Site &site, const void *dst, uint64_t bytes) noexcept {
    if (bytes < at_once_below_) {
      if (quiet_ == 0) [[unlikely]]
        return prefetches(site, dst, bytes) ? Decision::prefetch : Decision::at_once;
      --quiet_;
      return Decision::at_once;
    }
    return decide_large(site, dst, bytes);
  }
  Stores stores(const abi::Site &site, const void *dst, const void *src, uint64_t bytes) noexcept {
    return bytes < kLeastStrings ? Stores::cached : stores_of_line(site, dst, src, bytes);
  }

  void end_group() noexcept {
    if (timing_) end_timing();
  }

 private:
  static constexpr size_t kSites = 64;
  static constexpr int kSiteShift = 64 - std::countr_zero(kSites);
  static constexpr uint64_t kHash = 0x9e3779b97f4a7c15u;
  static constexpr uint64_t kLeastStrings = 4096, kEndStrings = 16384;  // bytes; the second into local memory

  Decision decide_large(const abi::Site &site, const void *dst, uint64_t bytes) noexcept;
  Stores stores_of_line(const abi::Site &site, const void *dst, const void *src, uint64_t bytes) noexcept;
  bool is_local(const void *dst) const { return reinterpret_cast<uintptr_t>(dst) - local_begin_ < local_bytes_; }
  // `cost`: of its first copy, to `dst`; `lines`: of contiguous lines.
  SiteRecord &record_of(const abi::Site &site, const void *dst, uint64_t cost, bool lines) noexcept {
    const uint64_t key = site.key << 6 | (std::bit_width(cost) & 63);
    SiteRecord &record = sites_[key * kHash >> kSiteShift];
    if (record.key != key || record.launch != launch_) [[unlikely]]
      return meet_again(key, dst, cost, lines);
    return record;
  }
  // Past the caches where the written bytes would leave the last cache before they are read: where a launch moves more
  // than that cache holds, spread over as much memory. A tile that is rewritten stays in the cache. `far`: the global
  // side.
  Stores stores_of(SiteRecord &record, const Extent &far, uint64_t bytes, bool to_local) noexcept {
    record.far_bytes += bytes;
    record.far.add(far);
    if (record.far_bytes <= far_bytes_) [[likely]]
      return Stores::cached;
    if (record.far.end - record.far.begin <= thresholds_.stream) return Stores::cached;
    return to_local || bytes < thresholds_.stream_part ? Stores::strings : Stores::streaming;
  }
  SiteRecord &meet_again(uint64_t key, const void *dst, uint64_t cost, bool lines) noexcept;
  void begin_record(SiteRecord &record, uint64_t key, const void *dst, uint64_t cost, bool lines) noexcept;
  Tuner &large(SiteRecord &record, unsigned idle) noexcept;
  enum class Tries : uint8_t { helped, alone, prefetches };
  unsigned strategy_for(Tuner &tuner, Tries what) noexcept;
  bool has_waited_long(const Tuner &tuner) noexcept;
  void begin_timing() noexcept;
  void end_timing() noexcept;
  void stop_trying() noexcept;
  void plan_large(Plan &plan, const abi::Site &site, const Copy &copy, uint64_t cost) noexcept;
  void offer(Plan &plan, const Copy &copy, uint64_t cost, unsigned idle, bool first) noexcept;
  void have_tile_fetched(Plan &plan, SiteRecord &record, const Copy &copy) const noexcept;
  void await_helper(Tuner &tuner) noexcept;
  bool may_be_ahead(const Copy &copy) const noexcept;
  bool prefetches(const abi::Site &site, const void *dst, uint64_t cost) noexcept;

  Helpers &helpers_;
  const Mode mode_;
  const Ticks ticks_;
  Thresholds thresholds_;
  uint64_t at_once_below_;  // bytes
  uint64_t quiet_ = 0;      // small copies to come that are performed at once: prefetching pays at no call site
  uint32_t looks_ = 0;      // small copies of this launch that the tuner was asked about
  // Bytes copied since a helper was last woken, while more would have been good.
  uint64_t unhelped_ = ~uint64_t{0} >> 1;
  uint64_t launch_ = 0;
  uint64_t local_begin_ = 0, local_bytes_ = 0;
  unsigned workers_ = 1;
  uint64_t far_bytes_ = 0;  // this thread's share of what a launch moves through the caches
  // One tuner tries at a time: two would measure each other's effects.
  Tuner *trying_ = nullptr;
  Tries trying_what_ = Tries::helped;
  bool timing_ = false;
  uint64_t issued_ = 0;
  uint64_t cost_ = 0;             // of the copy being timed; of small copies, their number
  uint32_t patience_ = 0;         // copies until a trial that makes no progress is given up
  const Tuner *rival_ = nullptr;  // the call site that waits for a trial and leads the majority vote of copies
  uint32_t rivalry_ = 0;          // its copies during the trial, less those of other waiting call sites
  // A key stands in one of two slots (meet_again).
  std::array<SiteRecord, kSites> sites_;
};

}  // namespace wherry::copies
