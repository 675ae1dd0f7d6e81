// SPDX-License-Identifier: Apache-2.0
#include "checks/uninit.h"

#include <sys/mman.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <mutex>
#include <new>
#include <unordered_map>
#include <utility>
#include <vector>

#include "kernel_abi/abi.h"
#include "platform/process/fork_gate.h"

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

constexpr uint64_t kWord = sizeof(uint64_t), kWords = kChunk / kWord;

// The first word from `first` on that is not 0; kWords if all are. Kernels and commands write meanwhile.
[[gnu::no_sanitize("thread")]] uint64_t marked_word(const std::byte *chunk, uint64_t first) noexcept {
  const auto *words = reinterpret_cast<const uint64_t *>(chunk);
  while (first < kWords && words[first] == 0) ++first;
  return first;
}

// Pages are the system's zeros until they are touched.
struct Shadow {
  // A chunk of the shadow that has been made, now or earlier.
  struct Chunk {
    std::byte *memory = nullptr;  // stays mapped: a kernel may have loaded the address
    bool may_go = true;           // listed in `written_next`: gives its memory back once all of it is written
    uint64_t marked = 0;          // a word that was not 0 when it was last looked at
    unsigned wholly_seen = 0;     // how often no mark was found from `marked` on, but one before
  };

  Shadow()
      : chunks(
            static_cast<std::atomic<std::byte *> *>(map((kAddresses >> abi::kUninitChunkShift) * sizeof(std::byte *)))),
        initialised(static_cast<std::byte *>(map(kChunkBytes, PROT_READ))),
        unused(static_cast<std::byte *>(map(kChunkBytes))) {}

  std::atomic<std::byte *> &place(uint64_t address) { return chunks[address >> abi::kUninitChunkShift]; }

  // Null: the range is written, as far as is known, and `make` is false or memory short.
  std::byte *chunk(uint64_t address, bool make) noexcept {
    std::byte *known = place(address).load(std::memory_order_acquire);
    if (known || !make) return known;
    const std::lock_guard lock(mutex);
    return locked_chunk(address);
  }

  // The caller has locked the mutex.
  std::byte *locked_chunk(uint64_t address) noexcept try {
    if (std::byte *known = place(address).load(std::memory_order_relaxed)) return known;
    const uint64_t number = address >> abi::kUninitChunkShift;
    written_next.reserve(written_next.size() + 1);
    Chunk &chunk = made[number];
    if (!chunk.memory)
      chunk.memory = static_cast<std::byte *>(map(kChunkBytes));
    else if (!give_back(chunk.memory))  // what a kernel has stored by an address that it had loaded before
      return nullptr;
    chunk.marked = chunk.wholly_seen = 0;
    if (chunk.may_go) written_next.push_back(number);
    place(address).store(chunk.memory, std::memory_order_release);
    return chunk.memory;
  } catch (const std::bad_alloc &) {
    return nullptr;
  }

  // Keeps a chunk in which kernels mark memory that they have not written.
  std::byte *keep(uint64_t address) noexcept {
    const std::lock_guard lock(mutex);
    std::byte *known = locked_chunk(address);
    if (known) made.find(address >> abi::kUninitChunkShift)->second.may_go = false;
    return known;
  }

  static bool give_back(std::byte *memory) noexcept { return madvise(memory, kChunkBytes, MADV_DONTNEED) == 0; }

  // Looks at one chunk: at one word, as long as that is marked.
  void release_one() noexcept {
    const std::unique_lock lock(mutex, std::try_to_lock);
    if (!lock || written_next.empty()) return;
    next = (next + 1) % written_next.size();
    const uint64_t number = written_next[next];
    Chunk &chunk = made.find(number)->second;
    if (chunk.may_go) {
      chunk.marked = marked_word(chunk.memory, chunk.marked);
      if (chunk.marked < kWords) return;
      chunk.marked = marked_word(chunk.memory, 0);
      constexpr unsigned kMostLooks = 8;  // each at all of the chunk, some 0.3 ms
      if (chunk.marked < kWords && ++chunk.wholly_seen < kMostLooks) return;
      if (chunk.marked == kWords) {
        chunks[number].store(nullptr, std::memory_order_release);
        give_back(chunk.memory);
      }
    }
    written_next[next] = written_next.back();
    written_next.pop_back();
  }

  std::atomic<std::byte *> *const chunks;
  std::byte *const initialised, *const unused;
  std::mutex mutex;  // guards the members below, and chunks that are marked or released
  std::unordered_map<uint64_t, Chunk> made;
  std::vector<uint64_t> written_next;
  size_t next = 0;
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

// Calls `part` with the shadow of each piece of the range, which `chunk_of` finds, or null, and the piece's bytes.
template <class ChunkOf, class Part>
void for_parts_of(const void *at, uint64_t bytes, ChunkOf chunk_of, Part part) noexcept {
  Shadow *known = shadow.load(std::memory_order_acquire);
  auto address = static_cast<uint64_t>(reinterpret_cast<uintptr_t>(at));
  if (!known || address >= kAddresses) return;
  bytes = std::min(bytes, kAddresses - address);
  while (bytes) {
    const uint64_t inside = address % kChunk, piece = std::min(bytes, kChunk - inside);
    std::byte *chunk = chunk_of(*known, address);
    part(chunk ? chunk + inside : nullptr, piece);
    address += piece;
    bytes -= piece;
  }
}

template <class Part> void for_parts(const void *at, uint64_t bytes, bool make, Part part) noexcept {
  for_parts_of(at, bytes, [=](Shadow &known, uint64_t address) { return known.chunk(address, make); }, part);
}

void fill(std::byte *part, uint64_t size) noexcept {
  if (part) std::memset(part, 0xff, size);
}

// In a forked child: a thread of the parent may have held the mutex, and left what it guards half-changed. All memory
// counts as written then.
const process::InForkedChild restore([] {
  Shadow *known = shadow.load();
  if (!known) return;
  if (known->mutex.try_lock())
    known->mutex.unlock();
  else
    shadow.store(nullptr);
});

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
  for_parts_of(
      at, bytes, [](Shadow &known, uint64_t address) { return known.keep(address); }, [](std::byte *, uint64_t) {});
}

void mark(const void *at, uint64_t bytes) noexcept {
  if (!reserve()) return;
  const std::lock_guard lock(shadow.load()->mutex);
  for_parts_of(at, bytes, [](Shadow &known, uint64_t address) { return known.locked_chunk(address); }, fill);
}

void mark_covered(const void *at, uint64_t bytes) noexcept { for_parts(at, bytes, true, fill); }

void release_written() noexcept {
  if (Shadow *known = shadow.load(std::memory_order_acquire)) known->release_one();
}

namespace {

// Sets shadow to 0, and gives whole pages of what was set back to the system.
void clear_part(std::byte *part, uint64_t size) noexcept {
  constexpr uint64_t kPage = 4096, kMany = 16 * kPage;
  if (size < kMany) {
    std::memset(part, 0, size);
    return;
  }
  // Memory is often written that was written before. Several threads may clear one range: all of them store zeros.
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
