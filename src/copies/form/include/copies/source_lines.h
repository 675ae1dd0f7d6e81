// SPDX-License-Identifier: Apache-2.0
// The cache lines that a copy reads.
#pragma once
#include <cstddef>
#include <cstdint>

#include "copies/copy.h"
#include "platform/cpu/move.h"

namespace wherry::copies {

// Calls visit(line) with the address of each cache line of the copy's source, in the copy's order: one line once,
// unless others come between.
template <class Visit> void for_each_source_line(const Copy &copy, Visit visit) {
  constexpr uint64_t kLine = 64;
  const bool contiguous = copy.contiguous();
  const uint64_t piece = contiguous ? copy.count[0] * copy.element : copy.element;  // contiguous bytes
  const uint64_t pieces = contiguous ? 1 : copy.count[0];
  const std::byte *last = nullptr;
  for (uint64_t z = 0; z < copy.count[2]; ++z)
    for (uint64_t y = 0; y < copy.count[1]; ++y)
      for (uint64_t x = 0; x < pieces; ++x) {
        const auto at = reinterpret_cast<uintptr_t>(
            cpu::advance(copy.src, x * copy.src_step[0] + y * copy.src_step[1] + z * copy.src_step[2]));
        const uint64_t before = at % kLine;
        for (uint64_t i = 0; piece != 0 && i < before + piece; i += kLine) {
          const auto *line = reinterpret_cast<const std::byte *>(at - before + i);
          if (line != last) visit(line);
          last = line;
        }
      }
}

}  // namespace wherry::copies
