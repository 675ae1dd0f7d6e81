// SPDX-License-Identifier: Apache-2.0
#include "checks/uninit.h"

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <thread>
#include <vector>

#include "common/hang.h"
#include "kernel_abi/abi.h"

namespace wherry::checks::uninit {

namespace {

// More than a chunk, from whatever address.
constexpr uint64_t kBytes = (uint64_t{3} << abi::kUninitChunkShift) + 77;

struct Uninit : testing::Test {
  std::unique_ptr<std::byte[]> memory{new std::byte[kBytes]};
  std::byte *at = memory.get();
};

TEST_F(Uninit, memory_of_which_nothing_was_said_is_written) {
  ASSERT_TRUE(reserve());
  EXPECT_FALSE(is_marked(at, kBytes));
  EXPECT_TRUE(in_use());
}

TEST_F(Uninit, each_byte_by_itself) {
  mark(at + 5, 3);
  EXPECT_FALSE(is_marked(at, 5));
  EXPECT_TRUE(is_marked(at, 6));
  EXPECT_TRUE(is_marked(at + 7, 1));
  EXPECT_FALSE(is_marked(at + 8, 100));
  clear(at + 6, 1);
  EXPECT_TRUE(is_marked(at + 5, 1));
  EXPECT_FALSE(is_marked(at + 6, 1));
  clear(at, 16);
  EXPECT_FALSE(is_marked(at, 16));
}

TEST_F(Uninit, ranges_across_chunks) {
  mark(at, kBytes);
  EXPECT_TRUE(is_marked(at, 1));
  EXPECT_TRUE(is_marked(at + kBytes - 1, 1));
  EXPECT_TRUE(is_marked(at + kBytes / 2, 1));
  clear(at + 1, kBytes - 2);
  EXPECT_FALSE(is_marked(at + 1, kBytes - 2));
  EXPECT_TRUE(is_marked(at, kBytes));
  clear(at, kBytes);
}

// How many of the pages of the range's shadow, in one chunk, take memory.
size_t resident(const std::byte *first, uint64_t bytes) {
  const auto address = reinterpret_cast<uintptr_t>(first);
  const uint64_t inside = address & ((uint64_t{1} << abi::kUninitChunkShift) - 1);
  std::byte *const shadow = chunks()[address >> abi::kUninitChunkShift] + inside;
  auto *const page = reinterpret_cast<std::byte *>((reinterpret_cast<uintptr_t>(shadow) + 4095) / 4096 * 4096);
  std::vector<unsigned char> pages((bytes - 4096) / 4096);
  EXPECT_EQ(0, mincore(page, 4096 * pages.size(), pages.data()));
  return static_cast<size_t>(std::ranges::count_if(pages, [](unsigned char one) { return one & 1; }));
}

TEST_F(Uninit, shadow_of_what_was_written_gives_its_memory_back) {
  constexpr uint64_t kChunk = uint64_t{1} << abi::kUninitChunkShift, kSize = 1 << 20;
  const auto begin = (reinterpret_cast<uintptr_t>(at) + kChunk - 1) / kChunk * kChunk + 12345;
  auto *const first = reinterpret_cast<std::byte *>(begin);
  mark(first, kSize);
  EXPECT_EQ(resident(first, kSize), (kSize - 4096) / 4096);
  clear(first + 7, kSize - 14);
  EXPECT_EQ(resident(first, kSize), 0u);
  EXPECT_FALSE(is_marked(first + 7, kSize - 14));
  EXPECT_TRUE(is_marked(first + 6, 1));
  EXPECT_TRUE(is_marked(first + kSize - 7, 1));
  mark(first + kSize / 2, 1);
  clear(first, kSize);
  EXPECT_FALSE(is_marked(first, kSize));
}

TEST_F(Uninit, copies_take_their_shadow_with_them) {
  mark(at + 10, 4);
  transfer(at + 100, at + 8, 8);
  EXPECT_FALSE(is_marked(at + 100, 2));
  EXPECT_TRUE(is_marked(at + 102, 1) && is_marked(at + 105, 1));
  EXPECT_FALSE(is_marked(at + 106, 2));
  transfer(at + 8, at + 200, 8);  // written ones
  EXPECT_FALSE(is_marked(at + 8, 8));
  clear(at, 300);
}

TEST_F(Uninit, copies_that_overlap_or_cross_chunks) {
  mark(at, 2);
  transfer(at + 1, at, 4);  // 1 1 1 0 0
  EXPECT_TRUE(is_marked(at + 1, 1) && is_marked(at + 2, 1));
  EXPECT_FALSE(is_marked(at + 3, 2));
  clear(at, 8);
  const uint64_t far = uint64_t{2} << abi::kUninitChunkShift;
  mark(at + far, 70);
  transfer(at + 33, at, kBytes - 33);
  EXPECT_TRUE(is_marked(at + far + 33, 1) && is_marked(at + far + 33 + 69, 1));
  EXPECT_FALSE(is_marked(at + far, 33));
  clear(at, kBytes);
}

TEST_F(Uninit, kernels_find_the_same_bytes) {
  mark(at + 3, 1);
  const auto address = reinterpret_cast<uintptr_t>(at + 3);
  const std::byte *chunk = chunks()[address >> abi::kUninitChunkShift];
  ASSERT_NE(chunk, nullptr);
  EXPECT_EQ(chunk[address & ((uint64_t{1} << abi::kUninitChunkShift) - 1)], std::byte{0xff});
  clear(at + 3, 1);
}

// A fork does not wait for threads that compute kernels, and these lock the shadow.
TEST_F(Uninit, a_forked_child_has_a_shadow_that_nobody_has_locked) {
  std::atomic<bool> stop{false};
  std::jthread busy([&] {
    while (!stop) mark(at, kBytes / 2);  // holds the lock nearly all of the time
  });
  for (int i = 0; i < 20; ++i) {
    const pid_t child = fork();
    if (child == 0) {
      wherry::test::end_if_hung();
      std::byte *const other = at + kBytes / 4 * 3;
      mark(other, 8);
      _exit(is_marked(other, 8) ? 0 : 1);
    }
    int status = -1;
    EXPECT_EQ(child, waitpid(child, &status, 0));
    EXPECT_EQ(status, 0);
  }
  stop = true;
  busy.join();
  clear(at, kBytes);
}

// What kernels write, and when the memory of its shadow is given back: by whole chunks.
struct Released : testing::Test {
  static constexpr uint64_t kChunk = uint64_t{1} << abi::kUninitChunkShift;

  // The chunk's bytes, by the address that a kernel has loaded.
  static void write(std::byte *shadow, uint64_t from, uint64_t to) {
    std::fill(shadow + from, shadow + to, std::byte{});
  }
  static std::byte *shadow_of(const std::byte *address) {
    return chunks()[reinterpret_cast<uintptr_t>(address) >> abi::kUninitChunkShift];
  }
  static void look_at_all() {
    constexpr int kLooks = 1000;  // more than there are chunks in this program, several times
    for (int i = 0; i < kLooks; ++i) release_written();
  }

  void SetUp() override {
    first = reinterpret_cast<std::byte *>((reinterpret_cast<uintptr_t>(memory.get()) + kChunk - 1) / kChunk * kChunk);
    mark(first, 2 * kChunk);
  }
  void TearDown() override { clear(first, 2 * kChunk); }

  std::unique_ptr<std::byte[]> memory{new std::byte[3 * kChunk]};
  std::byte *first;
};

TEST_F(Released, what_is_written_wholly_and_nothing_else) {
  std::byte *const written = shadow_of(first), *const part = shadow_of(first + kChunk);
  write(written, 0, kChunk);
  write(part, 0, kChunk - 1);
  look_at_all();
  EXPECT_EQ(shadow_of(first), nullptr);
  EXPECT_EQ(shadow_of(first + kChunk), part);
  EXPECT_FALSE(is_marked(first, kChunk));
  EXPECT_TRUE(is_marked(first + 2 * kChunk - 1, 1));
  std::vector<unsigned char> pages(kChunk / 4096);
  ASSERT_EQ(0, mincore(written, kChunk, pages.data()));
  EXPECT_EQ(std::ranges::count_if(pages, [](unsigned char one) { return one & 1; }), 0);
}

TEST_F(Released, a_mark_before_the_last_one_counts) {
  std::byte *const shadow = shadow_of(first);
  write(shadow, 0, kChunk / 2);
  look_at_all();
  mark(first + 10, 1);
  write(shadow, kChunk / 2, kChunk);
  look_at_all();
  EXPECT_EQ(shadow_of(first), shadow);
  EXPECT_TRUE(is_marked(first + 10, 1));
}

TEST_F(Released, memory_is_marked_again_and_old_stores_are_forgotten) {
  std::byte *const shadow = shadow_of(first);
  write(shadow, 0, kChunk);
  look_at_all();
  ASSERT_EQ(shadow_of(first), nullptr);
  shadow[5] = std::byte{0xff};  // by a kernel that had loaded the address before
  EXPECT_FALSE(is_marked(first + 5, 1));
  mark(first + 100, 1);
  EXPECT_FALSE(is_marked(first + 5, 1));
  EXPECT_TRUE(is_marked(first + 100, 1));
  clear(first + 100, 1);
  look_at_all();
  EXPECT_EQ(shadow_of(first), nullptr);
}

TEST_F(Released, what_is_covered_stays) {
  cover(first + 50, 1);
  std::byte *const shadow = shadow_of(first);
  write(shadow, 0, kChunk);
  look_at_all();
  EXPECT_EQ(shadow_of(first), shadow);
  mark_covered(first + 50, 1);
  EXPECT_TRUE(is_marked(first + 50, 1));
}

}  // namespace

}  // namespace wherry::checks::uninit
