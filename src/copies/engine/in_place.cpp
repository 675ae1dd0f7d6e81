// SPDX-License-Identifier: Apache-2.0
#include "copies/in_place.h"

#include <cstring>

#include "platform/process/environment.h"

namespace wherry::copies {

bool elision_allowed() noexcept {
  static const bool allowed = std::strcmp(process::environment(process::Variable::elide), "0") != 0;
  return allowed;
}

bool readable_in_place(const abi::Launch &launch, const Tile &tile, const Source &source) noexcept {
  uint64_t bytes = tile.bytes;
  for (uint32_t i = 0; i < launch.num_locals; ++i)
    if (launch.locals[i].arg == tile.local_arg) bytes = launch.locals[i].size;
  if (source.bytes < tile.defined || source.bytes > bytes) return false;
  const auto begin = reinterpret_cast<uintptr_t>(source.src), end = begin + bytes;
  bool found = false;
  for (uint32_t i = 0; i < launch.num_buffers; ++i) {
    const abi::BufferRange &buffer = launch.buffers[i];
    const auto first = reinterpret_cast<uintptr_t>(buffer.begin), last = first + buffer.size;
    if (buffer.arg == source.arg) found = begin >= first && end >= begin && end <= last;
    if (buffer.arg < 64 && (source.written >> buffer.arg & 1) && begin < last && first < end) return false;
  }
  return found;
}

}  // namespace wherry::copies
