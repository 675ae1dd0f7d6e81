// SPDX-License-Identifier: Apache-2.0
#include "checks/uninit.h"

#include <sys/mman.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <mutex>
#include <new>
#include <utility>

#include "kernel_abi/abi.h"

namespace wherry::checks::uninit {

namespace {

constexpr uint64_t kChunk = uint64_t{1} << abi::kUninitChunkShift;
constexpr uint64_t kAddresses = uint64_t{1} << 47;  // user space
constexpr uint64_t kChunkBytes = kChunk + abi::kUninitSlack;

void *map(uint64_t bytes, int protection = PROT_READ | PROT_WRITE) {
  void *memory = mmap(nullptr, bytes, protection, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  return memory;
}

// Pages are the system's zeros until they are touched.
struct Shadow {
  Shadow()
      : chunks(
            static_cast<std::atomic<std::byte *> *>(map((kAddresses >> abi::kUninitChunkShift) * sizeof(std::byte *)))),
        initialised(static_cast<std::byte *>(map(kChunkBytes, PROT_READ))),
        unused(static_cast<std::byte *>(map(kChunkBytes))) {}

  // Null: the range is written, as far as is known, and `make` is false or memory short.
  std::byte *chunk(uint64_t address, bool make) noexcept {
    std::atomic<std::byte *> &place = chunks[address >> abi::kUninitChunkShift];
    std::byte *known = place.load(std::memory_order_acquire);
    if (known || !make) return known;
    const std::lock_guard lock(mutex);
    known = place.load(std::memory_order_relaxed);
    if (known) return known;
    try {
      known = static_cast<std::byte *>(map(kChunkBytes));
    } catch (const std::bad_alloc &) {
      return nullptr;
    }
    place.store(known, std::memory_order_release);
    return known;
  }

  std::atomic<std::byte *> *const chunks;
  std::byte *const initialised, *const unused;
  std::mutex mutex;
};

std::atomic<Shadow *> shadow{nullptr};
std::mutex making;

Shadow *get() {
  Shadow *known = shadow.load(std::memory_order_acquire);
  if (known) return known;
  const std::lock_guard lock(making);
  known = shadow.load(std::memory_order_relaxed);
  if (!known) shadow.store(known = new Shadow, std::memory_order_release);  // kernels may run while the process ends
  return known;
}

// Calls `part` with the shadow of each piece of the range, or null, and the piece's bytes.
template <class Part> void for_parts(const void *at, uint64_t bytes, bool make, Part part) noexcept {
  Shadow *known = shadow.load(std::memory_order_acquire);
  auto address = static_cast<uint64_t>(reinterpret_cast<uintptr_t>(at));
  if (!known || address >= kAddresses) return;
  bytes = std::min(bytes, kAddresses - address);
  while (bytes) {
    const uint64_t inside = address % kChunk, piece = std::min(bytes, kChunk - inside);
    std::byte *chunk = known->chunk(address, make);
    part(chunk ? chunk + inside : nullptr, piece);
    address += piece;
    bytes -= piece;
  }
}

}  // namespace

bool in_use() noexcept { return shadow.load(std::memory_order_acquire) != nullptr; }

bool reserve() noexcept try {
  get();
  return true;
} catch (const std::bad_alloc &) {
  return false;
}

std::byte *const *chunks() noexcept { return reinterpret_cast<std::byte *const *>(shadow.load()->chunks); }
const std::byte *initialised() noexcept { return shadow.load()->initialised; }
std::byte *unused() noexcept { return shadow.load()->unused; }

void cover(const void *at, uint64_t bytes) noexcept {
  for_parts(at, bytes, true, [](std::byte *, uint64_t) {});
}

void mark(const void *at, uint64_t bytes) noexcept {
  if (!reserve()) return;
  for_parts(at, bytes, true, [](std::byte *part, uint64_t size) {
    if (part) std::memset(part, 0xff, size);
  });
}

namespace {

// Sets shadow to 0, and gives whole pages of what was set back to the system.
void clear_part(std::byte *part, uint64_t size) noexcept {
  constexpr uint64_t kPage = 4096, kMany = 16 * kPage;
  if (size < kMany) {
    std::memset(part, 0, size);
    return;
  }
  // Memory is often written that was written before.
  const auto *words = reinterpret_cast<const uint64_t *>((reinterpret_cast<uintptr_t>(part) + 7) / 8 * 8);
  const uint64_t before = static_cast<uint64_t>(reinterpret_cast<const std::byte *>(words) - part);
  const uint64_t count = (size - before) / 8;
  uint64_t clean = 0;
  while (clean < count && words[clean] == 0) ++clean;
  if (clean == count) {
    std::memset(part, 0, before);
    std::memset(part + before + 8 * count, 0, size - before - 8 * count);
    return;
  }
  std::byte *const end = part + size;
  auto *const first = reinterpret_cast<std::byte *>((reinterpret_cast<uintptr_t>(part) + kPage - 1) / kPage * kPage);
  auto *const last = reinterpret_cast<std::byte *>(reinterpret_cast<uintptr_t>(end) / kPage * kPage);
  std::memset(part, 0, static_cast<uint64_t>(first - part));
  std::memset(last, 0, static_cast<uint64_t>(end - last));
  const auto whole = static_cast<uint64_t>(last - first);
  if (madvise(first, whole, MADV_DONTNEED) != 0) std::memset(first, 0, whole);
}

}  // namespace

void clear(const void *at, uint64_t bytes) noexcept {
  for_parts(at, bytes, false, [](std::byte *part, uint64_t size) {
    if (part) clear_part(part, size);
  });
}

void transfer(const void *dst, const void *src, uint64_t bytes) noexcept {
  // Piece by piece of the source; what overlaps is copied from the end where the destination lies behind.
  auto to = static_cast<const std::byte *>(dst);
  auto from = static_cast<const std::byte *>(src);
  const bool backwards = to > from && to < from + bytes;
  if (backwards) {
    if (is_marked(from, bytes)) {
      constexpr uint64_t kStep = 1;
      for (uint64_t i = bytes; i-- > 0;) is_marked(from + i, kStep) ? mark(to + i, kStep) : clear(to + i, kStep);
    } else {
      clear(to, bytes);
    }
    return;
  }
  for_parts(from, bytes, false, [&](const std::byte *source, uint64_t size) {
    if (!source) {
      clear(to, size);
    } else {
      for_parts(to, size, true, [&](std::byte *part, uint64_t piece) {
        if (part) std::memmove(part, source, piece);
        source += piece;
      });
    }
    to += size;
  });
}

static thread_local bool follows_packet = false;
void follow_packet() noexcept { follows_packet = true; }
bool packet_is_followed() noexcept { return std::exchange(follows_packet, false); }

bool is_marked(const void *at, uint64_t bytes) noexcept {
  bool found = false;
  for_parts(at, bytes, false, [&](const std::byte *part, uint64_t size) {
    found = found || (part && std::any_of(part, part + size, [](std::byte one) { return one != std::byte{}; }));
  });
  return found;
}

}  // namespace wherry::checks::uninit
