// SPDX-License-Identifier: Apache-2.0
#include "exec/memory_limit.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <string_view>

#include "kernel_abi/files.h"

namespace wherry::exec {

namespace {

constexpr uint64_t kUnlimited = UINT64_MAX;
constexpr size_t kPage = 4096;

// The beginning of the file, which holds the numbers that are needed; "" if there is no file.
std::string_view contents(const std::string &path, std::span<char> buffer) {
  const abi::Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file) return "";
  const ssize_t size = read(file.get(), buffer.data(), buffer.size());
  return {buffer.data(), size > 0 ? static_cast<size_t>(size) : 0};
}

// The number that `text` begins with; `otherwise` if there is none, such as for "max".
uint64_t number(std::string_view text, uint64_t otherwise) {
  uint64_t value = 0;
  return std::from_chars(text.data(), text.data() + text.size(), value).ec == std::errc() ? value : otherwise;
}

uint64_t limit_of(const CgroupFolder &folder) {
  char buffer[64];
  return number(contents(folder.path + (folder.v2 ? "/memory.max" : "/memory.limit_in_bytes"), buffer), kUnlimited);
}

// Excludes the caches of files and directories, which the kernel reclaims before it kills a process.
uint64_t in_use(const CgroupFolder &folder) {
  char buffer[64], statistics[4096];
  uint64_t used = number(contents(folder.path + (folder.v2 ? "/memory.current" : "/memory.usage_in_bytes"), buffer), 0);
  const std::string_view text = contents(folder.path + "/memory.stat", statistics);
  for (std::string_view name : {"inactive_file ", "active_file ", "slab_reclaimable "}) {
    // In v1 only the lines with this prefix include the child cgroups.
    const std::string line = (folder.v2 ? "\n" : "\ntotal_") + std::string(name);
    const size_t at = text.find(line);
    if (at != text.npos) used -= std::min(used, number(text.substr(at + line.size()), 0));
  }
  return used;
}

}  // namespace

uint64_t memory_limit(const std::string &root) {
  uint64_t least = static_cast<uint64_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<uint64_t>(sysconf(_SC_PAGE_SIZE));
  for (const CgroupFolder &folder : cgroup_folders("memory", root)) least = std::min(least, limit_of(folder));
  return least;
}

MemoryBudget &MemoryBudget::instance() {
  static auto *budget = new MemoryBudget("", std::chrono::milliseconds(100));
  return *budget;
}

MemoryBudget::MemoryBudget(const std::string &root, std::chrono::nanoseconds lasting)
    : folders_(cgroup_folders("memory", root)), lasting_(lasting) {}

// The bytes that are free within the limits, less a 16th of a limit for memory that is not counted here: the heap,
// stacks, page tables, the compiler.
uint64_t MemoryBudget::left() const {
  uint64_t least = kUnlimited;
  for (const CgroupFolder &folder : folders_)
    if (const uint64_t limit = limit_of(folder); limit != kUnlimited) {
      const uint64_t taken = in_use(folder) + limit / 16;
      least = std::min(least, limit - std::min(limit, taken));
    }
  return least;
}

// The resident bytes of the blocks.
uint64_t MemoryBudget::touched() const {
  uint64_t pages = 0;
  unsigned char resident[1024];
  for (const auto &[begin, bytes] : blocks_)
    for (size_t at = 0; at < bytes; at += sizeof resident * kPage) {
      const size_t part = std::min(bytes - at, sizeof resident * kPage);
      if (mincore(const_cast<std::byte *>(begin) + at, part, resident) == 0)
        for (size_t i = 0; i < (part + kPage - 1) / kPage; ++i) pages += resident[i] & 1;
    }
  return pages * kPage;
}

bool MemoryBudget::fits(uint64_t bytes) {
  // Reading the files of a cgroup can take 40 us, as long as mapping a block.
  const Clock::time_point now = Clock::now();
  if (bytes <= credit_ && now - asked_at_ < lasting_) {
    credit_ -= bytes;
    return true;
  }
  const uint64_t free = left(), wanted = reserved_ + bytes;
  asked_at_ = now;
  // Other processes use the cgroup's memory too, so assume that only an 8th stays free.
  credit_ = free > wanted ? (free - wanted) / 8 : 0;
  // touched() is slow, because it looks at each page; it is needed only if the blocks do not fit without it.
  return free >= wanted || free + touched() >= wanted;
}

bool MemoryBudget::reserve(size_t bytes) {
  const std::lock_guard lock(mutex_);
  if (!fits(bytes)) return false;
  reserved_ += bytes;
  return true;
}

void MemoryBudget::cancel(size_t bytes) noexcept {
  const std::lock_guard lock(mutex_);
  reserved_ -= bytes;
}

void MemoryBudget::add(const std::byte *begin, size_t bytes) {
  const std::lock_guard lock(mutex_);
  try {
    blocks_.emplace(begin, bytes);
  } catch (...) {
    reserved_ -= bytes;
    throw;
  }
}

void MemoryBudget::remove(const std::byte *begin) noexcept {
  const std::lock_guard lock(mutex_);
  const auto found = blocks_.find(begin);
  reserved_ -= found->second;
  blocks_.erase(found);
}

bool MemoryBudget::reserve_small(size_t bytes) {
  constexpr uint64_t kTogether = 1 << 20;
  const uint64_t before = small_.fetch_add(bytes, std::memory_order_relaxed);
  if ((before + bytes) / kTogether == before / kTogether) return true;
  const std::lock_guard lock(mutex_);
  if (fits(kTogether)) return true;
  small_.fetch_sub(bytes, std::memory_order_relaxed);
  return false;
}

}  // namespace wherry::exec
