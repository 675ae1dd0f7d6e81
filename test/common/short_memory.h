// SPDX-License-Identifier: Apache-2.0
// Allocations by `new` that fail when a test says so. It replaces operator new: for one source of a program.
#pragma once
#include <atomic>
#include <cstdlib>
#include <new>

namespace wherry::test {

inline thread_local int allocations_left = -1;  // until allocations of this thread fail; -1: they do not
inline thread_local bool fails_once = false;    // one allocation fails, and none behind it

// The same of threads that are not spared, together.
inline std::atomic<int> allocations_left_elsewhere{-1};
inline thread_local bool is_spared = false;

inline void *allocate(size_t size) {
  if (allocations_left_elsewhere >= 0 && !is_spared && allocations_left_elsewhere.fetch_sub(1) <= 0) {
    allocations_left_elsewhere = 0;
    return nullptr;
  }
  if (allocations_left == 0) {
    if (fails_once) allocations_left = -1;
    return nullptr;
  }
  if (allocations_left > 0) --allocations_left;
  return std::malloc(size ? size : 1);
}

}  // namespace wherry::test

void *operator new(size_t size) {
  if (void *memory = wherry::test::allocate(size)) return memory;
  throw std::bad_alloc();
}
void *operator new(size_t size, const std::nothrow_t &) noexcept { return wherry::test::allocate(size); }
void operator delete(void *memory) noexcept { std::free(memory); }
void operator delete(void *memory, size_t) noexcept { std::free(memory); }
void operator delete(void *memory, const std::nothrow_t &) noexcept { std::free(memory); }
