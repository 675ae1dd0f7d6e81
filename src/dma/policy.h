// When a copy is performed, and how it is cut.
#pragma once
#include <cstdint>

#include "dma/copy.h"

namespace wherry::dma {

// WHERRY_ASYNC names one of these.
enum class Mode {
  automatic,  // "auto": the policy of plan()
  now,        // every copy at once
  wait,       // every copy at its wait
  chunks,     // every copy cut, small ones too, and offered to the workers, idle or not
};

// Reads `value`; null or empty is automatic, and so is anything unknown, with a warning.
Mode parse_mode(const char *value) noexcept;

// parse_mode of WHERRY_ASYNC, read at the first call.
Mode mode_of_environment() noexcept;

struct Plan {
  uint64_t chunk_elements = 0;  // 0: perform the copy at once
  uint32_t chunks = 0;
  bool offload = false;  // offer the chunks to the workers
};

// Chunks are counted in 24 bits (see event_table.cpp); larger copies get larger chunks.
inline constexpr uint32_t kMaxChunks = (1u << 24) - 1;

Plan plan(Mode mode, const Copy &copy, bool idle_worker) noexcept;

}  // namespace wherry::dma
