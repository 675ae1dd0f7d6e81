// SPDX-License-Identifier: Apache-2.0
#include "objects/transfer.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "checks/uninit.h"
#include "exec/executor.h"
#include "objects/platform.h"
#include "platform/cpu/move.h"

namespace wherry::runtime {
namespace {

// Bytes per task: costs much more than starting a task, and still splits a large copy into many tasks.
constexpr size_t kGrain = 256 << 10;

// Calls body(begin, end) for parts of [0, n); all workers share the parts if n exceeds a few grains.
template <class Body> void in_parallel(exec::Executor &by, size_t n, size_t grain, Body body) {
  if (n <= 2 * grain) return body(0, n);
  by.parallel_for(
      n, grain, [](size_t begin, size_t end, void *data) { (*static_cast<Body *>(data))(begin, end); }, &body);
}

// Whether to use non-temporal stores: data larger than the caches. Such stores do not read the lines first, which saves
// a third of the memory traffic of a copy and half of that of a fill.
bool passes_caches(size_t bytes) {
  static const size_t held = std::max<size_t>(Device::instance().cache_bytes, 8 << 20);
  return bytes >= held;
}

void copy_bytes(std::byte *to, const std::byte *from, size_t bytes) { std::memcpy(to, from, bytes); }

void stream_copy(std::byte *to, const std::byte *from, size_t bytes) {
  cpu::stream_bytes(to, from, bytes);
  cpu::fence_stores();
}

}  // namespace

void copy(exec::Executor &by, std::byte *to, const std::byte *from, size_t bytes) {
  if (to == from || bytes == 0) return;
  checks::uninit::clear(to, bytes);
  if (to < from + bytes && from < to + bytes) {
    std::memmove(to, from, bytes);
    return;
  }
  const bool streamed = passes_caches(bytes);
  in_parallel(by, bytes, kGrain, [=](size_t begin, size_t end) {
    (streamed ? stream_copy : copy_bytes)(to + begin, from + begin, end - begin);
  });
}

namespace {

// The pattern, repeated.
struct Block {
  explicit Block(std::span<const std::byte> pattern) {
    for (; length + pattern.size() <= sizeof bytes; length += pattern.size())
      std::memcpy(bytes + length, pattern.data(), pattern.size());
  }
  void fill(std::byte *to, size_t size) const {
    for (size_t at = 0; at < size; at += length) std::memcpy(to + at, bytes, std::min(length, size - at));
  }
  size_t length = 0;
  std::byte bytes[512];
};

}  // namespace

void fill(exec::Executor &by, std::byte *to, size_t bytes, std::span<const std::byte> pattern) {
  checks::uninit::clear(to, bytes);
  const bool streamed =
      passes_caches(bytes) && cpu::kStreamUnit % pattern.size() == 0 && reinterpret_cast<uintptr_t>(to) % 16 == 0;
  const bool alike = std::all_of(pattern.begin(), pattern.end(), [&](std::byte byte) { return byte == pattern[0]; });
  if (alike && !streamed) {
    const int byte = std::to_integer<int>(pattern[0]);
    return in_parallel(by, bytes, kGrain,
                       [=](size_t begin, size_t end) { std::memset(to + begin, byte, end - begin); });
  }
  // Every part begins at a multiple of the block.
  const Block block(pattern);
  const size_t blocks = (bytes + block.length - 1) / block.length;
  in_parallel(by, blocks, kGrain / block.length, [&](size_t begin, size_t end) {
    begin *= block.length, end = std::min(end * block.length, bytes);
    if (streamed) {
      const size_t whole = (end - begin) / cpu::kStreamUnit * cpu::kStreamUnit;
      cpu::stream_repeatedly(to + begin, block.bytes, whole);
      cpu::fence_stores();
      begin += whole;
    }
    block.fill(to + begin, end - begin);
  });
}

namespace {

// The rows of one or more boxes of the same size, joined where the pitches leave no gaps.
struct Rows {
  template <class... Boxes> Rows(const size_t region[3], Boxes &...boxes) {
    bytes = region[0], rows = region[1], slices = region[2];
    while (rows * slices > 1) {
      if (rows == 1) {
        std::swap(rows, slices);
        ((boxes.row_pitch = boxes.slice_pitch), ...);
      }
      if (((boxes.row_pitch != bytes) || ...)) break;
      bytes *= std::exchange(rows, slices);
      slices = 1;
      ((boxes.row_pitch = boxes.slice_pitch), ...);
    }
  }
  size_t bytes, rows, slices;

  // Calls one(y, z) for each row in parallel; or whole(y, z), which is parallel itself, if there are few long ones.
  template <class One, class Whole> void each(exec::Executor &by, One one, Whole whole) const {
    if (bytes > 2 * kGrain) {
      for (size_t row = 0; row < rows * slices; ++row) whole(row % rows, row / rows);
      return;
    }
    in_parallel(by, rows * slices, std::max<size_t>(kGrain / bytes, 1), [&](size_t begin, size_t end) {
      for (size_t row = begin; row < end; ++row) one(row % rows, row / rows);
    });
  }
};

template <class Byte> Byte *row_of(const Box<Byte> &box, size_t y, size_t z) {
  return box.first + z * box.slice_pitch + y * box.row_pitch;
}

// Boxes that commands write, for WHERRY_CHECK=uninit.
void clear_box(const Box<std::byte> &box, const Rows &rows) {
  if (!checks::uninit::in_use()) return;
  for (size_t z = 0; z < rows.slices; ++z)
    for (size_t y = 0; y < rows.rows; ++y) checks::uninit::clear(row_of(box, y, z), rows.bytes);
}

}  // namespace

void copy_box(exec::Executor &by, Box<std::byte> to, Box<const std::byte> from, const size_t region[3]) {
  const Rows rows(region, to, from);
  clear_box(to, rows);
  rows.each(
      by, [&](size_t y, size_t z) { std::memmove(row_of(to, y, z), row_of(from, y, z), rows.bytes); },
      [&](size_t y, size_t z) { copy(by, row_of(to, y, z), row_of(from, y, z), rows.bytes); });
}

void keep_unwritten(std::byte *to, const std::byte *from, size_t bytes) {
  if (checks::uninit::in_use() && checks::uninit::is_marked(from, bytes)) checks::uninit::transfer(to, from, bytes);
}

void keep_unwritten(Box<std::byte> to, Box<const std::byte> from, const size_t region[3]) {
  if (!checks::uninit::in_use()) return;
  const Rows rows(region, to, from);
  for (size_t z = 0; z < rows.slices; ++z)
    for (size_t y = 0; y < rows.rows; ++y) keep_unwritten(row_of(to, y, z), row_of(from, y, z), rows.bytes);
}

void fill_box(exec::Executor &by, Box<std::byte> to, const size_t region[3], std::span<const std::byte> pattern) {
  const Rows rows(region, to);
  clear_box(to, rows);
  const Block block(pattern);
  rows.each(
      by, [&](size_t y, size_t z) { block.fill(row_of(to, y, z), rows.bytes); },
      [&](size_t y, size_t z) { fill(by, row_of(to, y, z), rows.bytes, pattern); });
}

}  // namespace wherry::runtime
