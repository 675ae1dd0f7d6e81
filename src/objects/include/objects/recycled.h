// SPDX-License-Identifier: Apache-2.0
// An allocator for objects that one thread makes and another destroys, thousands at a time. With malloc, the memory
// returns to the system and is mapped again each time.
#pragma once
#include <cstddef>
#include <mutex>
#include <new>
#include <type_traits>
#include <utility>

namespace wherry::runtime {

// Base of T. Each thread keeps a bounded number of free blocks, and exchanges batches of blocks with the other threads.
template <class T> class Recycled {
 public:
#if !__has_feature(address_sanitizer)  // ASan must see each object's deallocation
  static void *operator new(size_t bytes) {
    if (ended_) return ::operator new(bytes);
    Local &mine = local();
    if (!mine.first) mine.take_batch();
    if (!mine.first) return ::operator new(bytes);
    --mine.count;
    return std::exchange(mine.first, mine.first->next);
  }
  static void operator delete(void *memory) noexcept {
    if (ended_) return ::operator delete(memory);
    Local &mine = local();
    mine.first = ::new (memory) Block{mine.first, nullptr};
    if (++mine.count == 2 * kBatch) mine.give_batch();
  }

 private:
  static constexpr size_t kBatch = 64, kMostBatches = 256;
  struct Block {
    Block *next, *next_batch;
  };
  struct Shared {
    std::mutex mutex;  // only try_lock(): without a batch, use malloc
    Block *batches = nullptr;
    size_t count = 0;
  };
  struct Local {
    Block *first = nullptr;
    size_t count = 0;
    ~Local() {
      ended_ = true;
      release(first);
    }
    void take_batch() noexcept {
      std::unique_lock lock(shared().mutex, std::try_to_lock);
      if (!lock || !shared().batches) return;
      first = std::exchange(shared().batches, shared().batches->next_batch);
      --shared().count;
      count = kBatch;
    }
    void give_batch() noexcept {
      Block *batch = first, *last = first;
      for (size_t i = 1; i < kBatch; ++i) last = last->next;
      first = std::exchange(last->next, nullptr);
      count = kBatch;
      if (std::unique_lock lock(shared().mutex, std::try_to_lock); lock && shared().count < kMostBatches) {
        batch->next_batch = std::exchange(shared().batches, batch);
        ++shared().count;
        return;
      }
      release(batch);
    }
    static void release(Block *&blocks) noexcept {
      while (blocks) ::operator delete(std::exchange(blocks, blocks->next));
    }
  };
  // The thread's list is destroyed; destructors of the program's static and thread_local objects may run later.
  static inline thread_local bool ended_ = false;
  // Never destroyed, and made without an allocation, which could fail.
  static Shared &shared() {
    static constinit Shared all;
    static_assert(std::is_trivially_destructible_v<Shared>);
    return all;
  }
  static Local &local() {
    thread_local Local mine;
    return mine;
  }
#endif
};

}  // namespace wherry::runtime
