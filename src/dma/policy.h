// When a copy is performed, how it is cut, and how it is stored.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>

#include "dma/copy.h"
#include "dma/extent.h"
#include "dma/helpers.h"
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
struct SiteRecord {
  const abi::Site *site = nullptr;
  // Where helpers come too late again and again, they are called ever more seldom.
  uint32_t pause = 0;  // copies that are not offered
  uint32_t next_pause = 0;
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
  SiteRecord *record = nullptr;  // of a copy that is offered because it should pay
};

// For one group after the other, on one thread.
class Policy {
 public:
  Policy(Helpers &helpers, Mode mode) : helpers_(helpers), mode_(mode) {}

  Mode mode() const { return mode_; }

  // Groups of another launch follow, on one of `workers` threads; where their local memory is.
  void begin_launch(const Tuning &tuning, unsigned workers, const std::byte *local, uint64_t local_bytes) noexcept;

  Plan plan(const abi::Site &site, const Copy &copy) noexcept;

  // That a copy offered by `record` is complete: `own` of its chunks the group's thread performed itself.
  static void learn(SiteRecord &record, uint32_t chunks, uint32_t own) noexcept;

 private:
  static constexpr size_t kSites = 64;

  SiteRecord &record_of(const abi::Site &site) noexcept;
  bool streams(const abi::Site &site, const Copy &copy) noexcept;
  void offer(Plan &plan, const abi::Site &site, const Copy &copy, uint64_t cost) noexcept;

  Helpers &helpers_;
  const Mode mode_;
  Tuning tuning_;
  uint64_t unhelped_ = 0;  // bytes copied since a helper was last woken, while more would have been good
  uint64_t launch_ = 0;
  uint64_t local_begin_ = 0, local_bytes_ = 0;
  uint64_t stream_bytes_ = 0;  // that this thread writes before it streams
  std::array<SiteRecord, kSites> sites_;
};

}  // namespace wherry::dma
