// When a copy is performed, how it is cut, and how it is stored.
#pragma once
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "dma/copy.h"
#include "dma/extent.h"
#include "dma/helpers.h"
#include "dma/trial.h"
#include "dma/tuning.h"
#include "kernel_abi/abi.h"

namespace wherry::dma {

// WHERRY_ASYNC names one of these.
enum class Mode {
  automatic,  // "auto": as Policy finds best
  now,        // every copy at once
  wait,       // every copy at its wait
  chunks,     // every copy cut, small ones too, and offered to the workers, idle or not
};

// Reads `value`; null or empty is automatic, and so is anything unknown, with a warning.
Mode parse_mode(const char *value) noexcept;

// parse_mode of WHERRY_ASYNC, read at the first call.
Mode mode_of_environment() noexcept;

// Chunks are counted in 24 bits (see event_table.cpp); larger copies get larger chunks.
inline constexpr uint32_t kMaxChunks = (1u << 24) - 1;

// What is remembered of the copies that one call in a kernel's source makes.
struct alignas(64) SiteRecord {
  const abi::Site *site = nullptr;
  Trial offers;                   // whether to offer them
  uint64_t issued = 0, cost = 0;  // of the one that is being timed
  // Of the running launch, to memory that is not local.
  uint64_t launch = 0;
  uint64_t bytes_written = 0;
  Extent written;
};

struct Plan {
  uint64_t chunk_elements = 0;
  uint32_t chunks = 0;  // 0: perform the copy at once
  uint32_t calls = 0;   // to helpers
  uint32_t wakes = 0;   // of those, that may wake one
  Stores stores = Stores::cached;
  Stores helper_stores = Stores::cached;
};

// For one group after the other, on one thread.
class Policy {
 public:
  // `ticks`: a clock, of any unit; null: the CPU's.
  Policy(Helpers &helpers, Mode mode, uint64_t (*ticks)() = nullptr);

  Mode mode() const { return mode_; }

  // Groups of another launch follow, on one of `workers` threads; where their local memory is.
  void begin_launch(const Tuning &tuning, unsigned workers, const std::byte *local, uint64_t local_bytes) noexcept;

  Plan plan(const abi::Site &site, const Copy &copy) noexcept;

  // Whether plan() would have a contiguous copy performed at once; then stores() says the rest.
  bool at_once(const abi::Site &site, const void *dst, uint64_t bytes) noexcept {
    if (bytes < at_once_below_) return true;
    if (mode_ != Mode::automatic) return false;
    if (helpers_.idle() == 0) {
      timed_ = 0;
      return true;
    }
    Trial &offers = record_of(site, dst, bytes).offers;
    return !offers.way() && offers.rests();
  }
  Stores stores(const abi::Site &site, const void *dst, uint64_t bytes) noexcept {
    if (bytes < kLeastStreamed || is_local(dst)) return Stores::cached;
    const auto begin = static_cast<uint64_t>(reinterpret_cast<uintptr_t>(dst));
    return stores_of(record_of(site, dst, bytes), {begin, begin + bytes}, bytes);
  }

  void end_group() noexcept {
    if (timed_) end_timing();
  }

 private:
  static constexpr size_t kSites = 64;
  static constexpr int kSiteShift = 64 - std::countr_zero(kSites);
  static constexpr uint64_t kLeastStreamed = 4096;  // bytes

  bool is_local(const void *dst) const { return reinterpret_cast<uintptr_t>(dst) - local_begin_ < local_bytes_; }
  uint64_t bit_of(const SiteRecord &record) const { return uint64_t{1} << (&record - sites_.data()); }
  // `cost`: of its first copy, to `dst`.
  SiteRecord &record_of(const abi::Site &site, const void *dst, uint64_t cost) noexcept {
    const uint64_t hash = static_cast<uint64_t>(reinterpret_cast<uintptr_t>(&site)) * 0x9e3779b97f4a7c15u;
    SiteRecord &record = sites_[hash >> kSiteShift];
    if (record.site != &site) [[unlikely]]
      begin_record(record, site, dst, cost);
    return record;
  }
  // Streaming, where what is written would be gone from the last cache before anybody reads it: where a launch
  // writes far more than that holds, spread as far. A tile that is rewritten again and again stays there.
  Stores stores_of(SiteRecord &record, const Extent &written, uint64_t bytes) noexcept {
    if (record.launch != launch_) {
      record.launch = launch_;
      record.bytes_written = 0;
      record.written = {};
    }
    record.bytes_written += bytes;
    record.written.add(written);
    if (record.bytes_written <= stream_bytes_) [[likely]]
      return Stores::cached;
    return record.written.end - record.written.begin > tuning_.stream ? Stores::streaming : Stores::cached;
  }
  void begin_record(SiteRecord &record, const abi::Site &site, const void *dst, uint64_t cost) noexcept;
  void time(SiteRecord &record, uint64_t now) noexcept;
  void end_timing() noexcept;
  void offer(Plan &plan, const abi::Site &site, const Copy &copy, uint64_t cost) noexcept;

  Helpers &helpers_;
  const Mode mode_;
  uint64_t (*const ticks_)();
  Tuning tuning_;
  uint64_t at_once_below_;  // bytes
  uint64_t unhelped_ =
      ~uint64_t{0} >> 1;  // bytes copied since a helper was last woken, while more would have been good
  uint64_t launch_ = 0;
  uint64_t local_begin_ = 0, local_bytes_ = 0;
  uint64_t stream_bytes_ = 0;  // that this thread writes before it streams
  std::array<SiteRecord, kSites> sites_;
  uint64_t timed_ = 0;            // a bit for each site of which a copy is being timed
  SiteRecord *trying_ = nullptr;  // one at a time, or they would see each other's effects
  uint32_t patience_ = 0;         // with it
};

}  // namespace wherry::dma
