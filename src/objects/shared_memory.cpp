// SPDX-License-Identifier: Apache-2.0
#include "objects/shared_memory.h"

#include <algorithm>
#include <new>

#include "checks/command_races.h"
#include "checks/uninit.h"
#include "observe/modes.h"

namespace wherry::runtime {

namespace {

// Memory that the host should write by commands and maps alone begins with this number: on a device that shares the
// host's memory, programs write there without a map too. The host will hardly write the number itself.
constexpr uint32_t kUnwritten = 0xa5c3961e;

// Clears the marks of words that no longer hold kUnwritten; returns whether any word still does. Kernels of other
// queues may write meanwhile.
[[gnu::no_sanitize("thread")]] bool clear_changed(std::byte *data, size_t size) noexcept {
  const auto *words = reinterpret_cast<const uint32_t *>(data);
  const size_t count = size / sizeof kUnwritten;
  bool found = false;
  for (size_t i = 0; i < count;) {
    const size_t first = i;
    while (i < count && words[i] != kUnwritten) ++i;
    checks::uninit::clear(words + first, (i - first) * sizeof kUnwritten);
    found |= i < count;
    while (i < count && words[i] == kUnwritten) ++i;
  }
  checks::uninit::clear(words + count, size % sizeof kUnwritten);
  return found;
}

}  // namespace

SharedMemory::~SharedMemory() { all_may_be_written(); }

void *SharedMemory::allocate(const SharedInfo &info, size_t align) {
  Storage storage(info.size, align);
  void *begin = storage.data();
  const bool is_filled = !info.is_host_writable() && (observe::modes().checks & process::kCheckUninit);
  std::lock_guard lock(mutex_);
  allocations_.emplace(reinterpret_cast<uintptr_t>(begin), Allocation{info, std::move(storage), is_filled});
  if (is_filled) {  // once nothing throws any more: marks of memory that is gone would stay
    std::fill_n(static_cast<uint32_t *>(begin), info.size / sizeof kUnwritten, kUnwritten);
    checks::uninit::mark(begin, info.size);
  }
  return begin;
}

bool SharedMemory::free(void *begin, bool svm) {
  decltype(allocations_)::node_type freed;  // destroyed after the lock is released
  std::lock_guard lock(mutex_);
  auto found = allocations_.find(reinterpret_cast<uintptr_t>(begin));
  if (found == allocations_.end() || found->second.info.is_svm() != svm) return false;
  checks::command_races::forget(begin, found->second.info.size);
  checks::uninit::clear(begin, found->second.info.size);  // the memory serves another purpose next
  freed = allocations_.extract(found);
  return true;
}

std::optional<SharedMemory::Found> SharedMemory::find(const void *address) const {
  std::lock_guard lock(mutex_);
  auto after = allocations_.upper_bound(reinterpret_cast<uintptr_t>(address));
  if (after == allocations_.begin()) return {};
  const auto &[begin, allocation] = *std::prev(after);
  if (reinterpret_cast<uintptr_t>(address) - begin >= allocation.info.size) return {};
  return Found{allocation.info, allocation.storage.data()};
}

void SharedMemory::find_written_by_host() noexcept {
  const std::lock_guard lock(mutex_);
  for (auto &[begin, allocation] : allocations_) {
    std::byte *data = allocation.storage.data();
    // Full, or the host's to write at any time: nothing tells the host's writes from a kernel's.
    if (allocation.is_filled)
      allocation.is_filled = clear_changed(data, allocation.info.size);
    else
      checks::uninit::clear(data, allocation.info.size);
  }
}

void SharedMemory::all_may_be_written() const noexcept {
  if (!checks::uninit::in_use()) return;
  const std::lock_guard lock(mutex_);
  for (const auto &[begin, allocation] : allocations_)
    checks::uninit::clear(allocation.storage.data(), allocation.info.size);
}

void SharedMemory::add_buffer(const void *begin, size_t size) {
  const std::lock_guard lock(mutex_);
  buffers_.emplace(reinterpret_cast<uintptr_t>(begin), size);
}

void SharedMemory::remove_buffer(const void *begin, size_t size) {
  const std::lock_guard lock(mutex_);
  const auto [first, last] = buffers_.equal_range(reinterpret_cast<uintptr_t>(begin));
  const auto found = std::find_if(first, last, [size](const auto &entry) { return entry.second == size; });
  if (found != last) buffers_.erase(found);
}

abi::CheckRange SharedMemory::range_at(uint64_t address) const {
  if (const auto found = find(reinterpret_cast<const void *>(address)))
    return {checks::address_of(found->begin), found->size};
  const std::lock_guard lock(mutex_);
  const auto behind = buffers_.upper_bound(address);
  if (behind == buffers_.begin()) return {};
  // Several buffers may use one host pointer: the largest of them counts.
  const auto [first, last] = buffers_.equal_range(std::prev(behind)->first);
  const auto by_size = [](const auto &one, const auto &other) { return one.second < other.second; };
  const auto &[begin, size] = *std::max_element(first, last, by_size);
  return address - begin < size ? abi::CheckRange{begin, size} : abi::CheckRange{};
}

std::vector<abi::CheckRange> SharedMemory::ranges() const {
  const std::lock_guard lock(mutex_);
  std::vector<abi::CheckRange> all;
  all.reserve(allocations_.size() + buffers_.size());
  for (const auto &[begin, allocation] : allocations_) all.push_back({begin, allocation.info.size});
  for (const auto &[begin, size] : buffers_) all.push_back({begin, size});
  return all;
}

}  // namespace wherry::runtime
