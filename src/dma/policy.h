// SPDX-License-Identifier: Apache-2.0
// When a copy is performed, how it is cut, and how it is stored.
#pragma once
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "dma/copy.h"
#include "dma/extent.h"
#include "dma/helpers.h"
#include "dma/thresholds.h"
#include "dma/trial.h"
#include "kernel_abi/abi.h"

namespace wherry::dma {

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

// How large copies go: at once, at the wait with the kernel's loops making a part of them till then, or to helpers.
struct Way {
  enum : unsigned { at_once, ahead, offered };
};

// What is remembered of the copies of about one size that one call in a kernel's source makes.
struct alignas(64) SiteRecord {
  uint64_t key = 0;
  Trial helped = trial_of(1 << Way::at_once, Way::at_once);  // of large ones, while somebody is idle
  Trial alone = helped;                                      // and while nobody is
  Trial prefetches{0b11, false, 8, 1, 65536};  // whether to prefetch small ones, and perform them at the wait
  // The last launch; of that, to or from memory that is not local.
  uint64_t launch = 0;
  uint64_t far_bytes = 0;
  Extent far;

  static Trial trial_of(unsigned ways, unsigned first) { return {ways, first, 8, 4, 8192}; }
};

struct Plan {
  uint64_t chunk_elements = 0;
  uint32_t chunks = 0;  // 0: perform the copy at once
  uint32_t calls = 0;   // to helpers
  uint32_t wakes = 0;   // of those, that may wake one
  bool prefetch = false;
  bool ahead = false;  // the kernel's loops make a part of it
  Stores stores = Stores::cached;
  Stores helper_stores = Stores::cached;
};

// `total` elements performed as one, at the wait.
inline Plan prefetching(uint64_t total) { return {.chunk_elements = total, .chunks = 1, .prefetch = true}; }
// But for what the kernel's loops have made of it till then. What they have fetched is near.
inline Plan going_ahead(uint64_t total) { return {.chunk_elements = total, .chunks = 1, .ahead = true}; }

// For one group after the other, on one thread.
class Policy {
 public:
  // `ticks`: a clock, of any unit; null: the CPU's.
  Policy(Helpers &helpers, Mode mode, uint64_t (*ticks)() = nullptr);

  Mode mode() const { return mode_; }

  // Groups of another launch follow, on one of `workers` threads; where their local memory is.
  void begin_launch(const Thresholds &thresholds, unsigned workers, const std::byte *local,
                    uint64_t local_bytes) noexcept;

  Plan plan(const abi::Site &site, const Copy &copy) noexcept;

  // Of a contiguous copy, in few instructions. Where it is to be performed at once, stores() says the rest.
  enum class Glance { at_once, prefetch, ahead, plan };
  [[gnu::always_inline]] Glance glance(const abi::Site &site, const void *dst, uint64_t bytes) noexcept {
    if (bytes < at_once_below_) {
      if (quiet_ == 0) [[unlikely]]
        return prefetches(site, dst, bytes) ? Glance::prefetch : Glance::at_once;
      --quiet_;
      return Glance::at_once;
    }
    return glance_at_large(site, dst, bytes);
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
  static constexpr uint64_t kLeastStrings = 4096, kEndStrings = 16384;  // bytes; the second into local memory

  Glance glance_at_large(const abi::Site &site, const void *dst, uint64_t bytes) noexcept;
  Stores stores_of_line(const abi::Site &site, const void *dst, const void *src, uint64_t bytes) noexcept;
  bool is_local(const void *dst) const { return reinterpret_cast<uintptr_t>(dst) - local_begin_ < local_bytes_; }
  // `cost`: of its first copy, to `dst`; `lines`: that is of contiguous lines.
  SiteRecord &record_of(const abi::Site &site, const void *dst, uint64_t cost, bool lines) noexcept {
    const uint64_t key = site.key << 6 | (std::bit_width(cost) & 63);
    SiteRecord &record = sites_[key * 0x9e3779b97f4a7c15u >> kSiteShift];
    if (record.key != key || record.launch != launch_) [[unlikely]]
      meet_again(record, key, dst, cost, lines);
    return record;
  }
  // Not cached, where what is written would be gone from the last cache before anybody reads it, or what is read was
  // not there: where a launch moves far more than that holds, spread as far. A tile that is rewritten again and again
  // stays there. `far`: the side that is not local.
  Stores stores_of(SiteRecord &record, const Extent &far, uint64_t bytes, bool to_local) noexcept {
    record.far_bytes += bytes;
    record.far.add(far);
    if (record.far_bytes <= far_bytes_) [[likely]]
      return Stores::cached;
    if (record.far.end - record.far.begin <= thresholds_.stream) return Stores::cached;
    return to_local || bytes < thresholds_.stream_part ? Stores::strings : Stores::streaming;
  }
  void meet_again(SiteRecord &record, uint64_t key, const void *dst, uint64_t cost, bool lines) noexcept;
  void begin_record(SiteRecord &record, uint64_t key, const void *dst, uint64_t cost, bool lines) noexcept;
  Trial &large(SiteRecord &record, unsigned idle) noexcept;
  enum class Tries : uint8_t { helped, alone, prefetches };
  unsigned way_of(Trial &trial, Tries what) noexcept;
  void begin_timing() noexcept;
  void end_timing() noexcept;
  void stop_trying() noexcept;
  void plan_large(Plan &plan, const abi::Site &site, const Copy &copy, uint64_t cost) noexcept;
  void offer(Plan &plan, const Copy &copy, uint64_t cost, unsigned idle, bool first) noexcept;
  void await_helper(Trial &trial) noexcept;
  bool may_be_ahead(const Copy &copy) const noexcept;
  bool prefetches(const abi::Site &site, const void *dst, uint64_t cost) noexcept;

  Helpers &helpers_;
  const Mode mode_;
  uint64_t (*const ticks_)();
  Thresholds thresholds_;
  uint64_t at_once_below_;  // bytes
  uint64_t quiet_ = 0;      // small copies to come that need no look: no place is better off with prefetching
  uint32_t looks_ = 0;      // at small copies of this launch
  // Bytes copied since a helper was last woken, while more would have been good.
  uint64_t unhelped_ = ~uint64_t{0} >> 1;
  uint64_t launch_ = 0;
  uint64_t local_begin_ = 0, local_bytes_ = 0;
  uint64_t far_bytes_ = 0;  // that this thread moves before memory is far
  // One at a time, or they would see each other's effects.
  Trial *trying_ = nullptr;
  Tries trying_what_ = Tries::helped;
  bool timing_ = false;
  uint64_t issued_ = 0;
  uint64_t cost_ = 0;      // of the copy that is offered; of small ones, how many
  uint32_t patience_ = 0;  // with a trial that stands still
  std::array<SiteRecord, kSites> sites_;
};

}  // namespace wherry::dma
