// SPDX-License-Identifier: Apache-2.0
// Copies and fills as commands make them: on the workers of the command's device.
#pragma once
#include "launch/accesses.h"

namespace wherry::runtime {

inline void copy(Event &event, std::byte *to, const std::byte *from, size_t bytes) {
  copy(event.executor(), to, from, bytes);
}
inline void fill(Event &event, std::byte *to, size_t bytes, std::span<const std::byte> pattern) {
  fill(event.executor(), to, bytes, pattern);
}
inline void copy_box(Event &event, Box<std::byte> to, Box<const std::byte> from, const size_t region[3]) {
  copy_box(event.executor(), to, from, region);
}
inline void fill_box(Event &event, Box<std::byte> to, const size_t region[3], std::span<const std::byte> pattern) {
  fill_box(event.executor(), to, region, pattern);
}

}  // namespace wherry::runtime
