// SPDX-License-Identifier: Apache-2.0
// Every form of copy against one byte by byte, between pages that nobody may touch.
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <random>
#include <thread>
#include <vector>

#include "common/sanitized.h"
#include "copies/copy.h"
#include "platform/cpu/move.h"

namespace {

using namespace wherry::copies;
using wherry::test::repetitions;
using namespace wherry::cpu;

// Memory before and after which stand pages without access.
class Guarded {
 public:
  explicit Guarded(size_t bytes) : bytes_((bytes + page_ - 1) / page_ * page_) {
    all_ = static_cast<std::byte *>(mmap(nullptr, bytes_ + 2 * page_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    EXPECT_EQ(mprotect(begin(), bytes_, PROT_READ | PROT_WRITE), 0);
  }
  ~Guarded() { munmap(all_, bytes_ + 2 * page_); }
  Guarded(const Guarded &) = delete;
  Guarded &operator=(const Guarded &) = delete;

  std::byte *begin() { return all_ + page_; }
  std::byte *end() { return begin() + bytes_; }
  size_t size() const { return bytes_; }
  void fill(unsigned seed) {
    for (size_t i = 0; i < bytes_; ++i) begin()[i] = static_cast<std::byte>((i * 131 + (i >> 8) * 17 + seed) & 0xff);
  }

 private:
  const size_t page_ = static_cast<size_t>(sysconf(_SC_PAGESIZE));
  size_t bytes_;
  std::byte *all_;
};

// Calls function with the CPU's vectors, and with all that are less.
template <class Function> void at_every_level(Function function) {
  const Vectors best = vectors;
  for (Vectors level : {Vectors::baseline, Vectors::avx2, Vectors::avx512}) {
    if (level > best) break;
    vectors = level;
    function();
    if (testing::Test::HasFatalFailure()) break;
  }
  vectors = best;
}

TEST(Move, BytesOfEveryCount) {
  Guarded src(4096), dst(4096), expected(4096);
  src.fill(1);
  at_every_level([&] {
    for (auto *move : {&move_bytes, &string_bytes, &stream_bytes})
      for (size_t count = 0; count < 1100; ++count)
        for (size_t off : {0, 1, 31}) {
          const bool at_end = (count + off) % 2;
          std::byte *to = at_end ? dst.end() - off - count : dst.begin() + off;
          const std::byte *from = count % 3 ? src.end() - count : src.begin();
          dst.fill(2), expected.fill(2);
          std::copy_n(from, count, expected.begin() + (to - dst.begin()));
          move(to, from, count);
          fence_stores();
          ASSERT_EQ(std::memcmp(dst.begin(), expected.begin(), dst.size()), 0)
              << static_cast<int>(vectors) << ' ' << count << ' ' << off;
        }
  });
}

TEST(Move, ElementsOfEverySizeAndStep) {
  Guarded src(16 * 1024), dst(16 * 1024), expected(16 * 1024);
  src.fill(1);
  std::mt19937 random(1);
  at_every_level([&] {
    for (uint64_t size = 1; size <= 140; ++size)
      for (int round = 0; round < repetitions(80); ++round) {
        const auto step = [&] {  // in elements, mostly
          const uint64_t stride = 1 + random() % (random() % 4 ? 5 : 12);
          return random() % 5 ? stride * size : size + random() % 70;
        };
        uint64_t dst_step = step(), src_step = step();
        if (random() % 2) (random() % 2 ? dst_step : src_step) = size;
        uint64_t count = 1 + random() % (random() % 3 ? 40 : 400);
        count = std::min(count, (src.size() - size) / std::max(dst_step, src_step));
        const uint64_t dst_span = (count - 1) * dst_step + size, src_span = (count - 1) * src_step + size;
        const bool dst_at_end = random() % 2, src_at_end = random() % 2;
        std::byte *to = dst_at_end ? dst.end() - dst_span : dst.begin();
        const std::byte *from = src_at_end ? src.end() - src_span : src.begin();
        if (random() % 4 == 0) {  // backwards
          to += dst_span - size, from += src_span - size;
          dst_step = -dst_step, src_step = -src_step;
        }
        dst.fill(2), expected.fill(2);
        for (uint64_t i = 0; i < count; ++i)
          std::copy_n(wherry::cpu::advance(from, i * src_step), size,
                      wherry::cpu::advance(expected.begin() + (to - dst.begin()), i * dst_step));
        move_elements(to, from, count, size, dst_step, src_step);
        ASSERT_EQ(std::memcmp(dst.begin(), expected.begin(), dst.size()), 0)
            << static_cast<int>(vectors) << ' ' << size << ' ' << count << ' ' << int64_t(dst_step) << ' '
            << int64_t(src_step);
      }
  });
}

TEST(Move, BytesBetweenElementsAreOthersToWrite) {
  constexpr uint64_t kCount = 300;
  for (uint64_t size : {1, 2, 4, 8})
    for (uint64_t stride : {2, 3, 4}) {
      std::vector<std::byte> dst(kCount * stride * size);
      std::atomic<int> ready{0}, lost{0};
      const auto write_and_look = [&](uint64_t lane) {
        std::vector<std::byte> src(kCount * size);
        const Copy copy = describe(&dst[lane * size], src.data(), kCount, size, stride, 1);
        ++ready;
        while (ready < 2) std::this_thread::yield();
        for (unsigned round = 1; round < 1000; ++round) {
          std::fill(src.begin(), src.end(), static_cast<std::byte>(round));
          perform(copy, 0, copy.total(), Stores::cached);
          for (uint64_t i = 0; i < kCount; ++i) lost += dst[(i * stride + lane) * size] != src[0];
        }
      };
      std::thread other(write_and_look, 1);
      write_and_look(0);
      other.join();
      ASSERT_EQ(lost, 0) << size << ' ' << stride;
    }
}

struct Tile {
  uint64_t element, width, lines, planes, dst_line, dst_plane, src_line, src_plane;
};

// Where each byte of the tile goes to and comes from, in order.
template <class Function> void for_bytes(const Tile &t, Function function) {
  for (uint64_t plane = 0; plane < t.planes; ++plane)
    for (uint64_t line = 0; line < t.lines; ++line)
      for (uint64_t i = 0; i < t.width * t.element; ++i)
        function((plane * t.dst_plane + line * t.dst_line) * t.element + i,
                 (plane * t.src_plane + line * t.src_line) * t.element + i);
}

TEST(Copy, TilesInPartsInAnyOrder) {
  Guarded src(96 * 1024), dst(96 * 1024), expected(96 * 1024);
  src.fill(1);
  std::mt19937 random(2);
  for (int round = 0; round < 800; ++round) {
    Tile t;
    constexpr uint64_t kElements[] = {1, 2, 3, 4, 8, 12, 16, 64, 65, 200};
    t.element = kElements[random() % 10];
    t.width = random() % 4 ? 1 + random() % 9 : 1 + random() % 150;
    t.lines = random() % 4 ? 1 + random() % 9 : 1 + random() % 100;
    t.planes = 1 + random() % 3;
    const auto pitch = [&](uint64_t least) { return least + (random() % 2 ? 0 : random() % (least + 8)); };
    t.dst_line = pitch(t.width), t.src_line = pitch(t.width);
    t.dst_plane = pitch(t.lines * t.dst_line), t.src_plane = pitch(t.lines * t.src_line);
    if (random() % 8 == 0) t.src_line = 0;  // every line from the same
    uint64_t dst_span = 0, src_span = 0;
    for_bytes(t, [&](uint64_t to, uint64_t from) {
      dst_span = std::max(dst_span, to + 1), src_span = std::max(src_span, from + 1);
    });
    if (std::max(dst_span, src_span) > dst.size()) continue;
    dst.fill(2), expected.fill(2);
    const bool at_end = random() % 2;
    std::byte *to = at_end ? dst.end() - dst_span : dst.begin(), *to_expected = expected.begin() + (to - dst.begin());
    const std::byte *from = at_end ? src.end() - src_span : src.begin();
    for_bytes(t, [&](uint64_t dst_at, uint64_t src_at) { to_expected[dst_at] = from[src_at]; });

    const Copy copy = describe_tile(to, from, t.element, t.width, t.lines, t.planes, t.dst_line, t.dst_plane,
                                    t.src_line, t.src_plane);
    ASSERT_EQ(copy.total() * copy.element, t.element * t.width * t.lines * t.planes);
    std::vector<uint64_t> cuts{0, copy.total()};
    for (unsigned i = random() % 5; i; --i) cuts.push_back(random() % (copy.total() + 1));
    std::sort(cuts.begin(), cuts.end());
    std::vector<size_t> parts(cuts.size() - 1);
    for (size_t i = 0; i < parts.size(); ++i) parts[i] = i;
    std::shuffle(parts.begin(), parts.end(), random);
    for (size_t part : parts) perform(copy, cuts[part], cuts[part + 1], static_cast<Stores>(random() % 3));
    ASSERT_EQ(std::memcmp(dst.begin(), expected.begin(), dst.size()), 0)
        << t.element << " x " << t.width << ' ' << t.lines << ' ' << t.planes << ", " << t.dst_line << ' '
        << t.dst_plane << " from " << t.src_line << ' ' << t.src_plane;
  }
}

TEST(Copy, OverlapGivesBytesOfEither) {
  constexpr std::byte kSource{1}, kDestination{2}, kOutside{3};
  std::mt19937 random(3);
  for (int round = 0; round < 3000; ++round) {
    const uint64_t element = uint64_t{1} << random() % 5, count = 1 + random() % 300;
    const uint64_t dst_stride = random() % 2 ? 1 : 1 + random() % 4, src_stride = random() % 2 ? 1 : 1 + random() % 4;
    std::vector<std::byte> memory(40 * 1024, kOutside);
    std::byte *dst = &memory[8192 + random() % 1000], *src = &memory[8192 + random() % 1000];
    const auto each = [&](auto function) {
      for (uint64_t i = 0; i < count * element; ++i)
        function(dst[i / element * dst_stride * element + i % element],
                 src[i / element * src_stride * element + i % element]);
    };
    each([&](std::byte &, std::byte &s) { s = kSource; });
    each([&](std::byte &d, std::byte &) { d = kDestination; });
    const auto before = memory;
    const Copy copy = describe(dst, src, count, element, dst_stride, src_stride);
    perform(copy, 0, copy.total(), static_cast<Stores>(random() % 3));
    each([&](std::byte &d, std::byte &) {
      ASSERT_NE(d, kOutside);
      d = before[static_cast<size_t>(&d - memory.data())];
    });
    ASSERT_EQ(memory, before);
  }
}

TEST(Copy, PitchZeroTouchesTheFirstLineOnly) {
  std::vector<uint32_t> src(5000), dst(12);
  for (size_t i = 0; i < src.size(); ++i) src[i] = static_cast<uint32_t>(i + 1);
  const Copy lines = describe_tile(dst.data(), src.data(), 4, 10, 50, 10, 0, 0, 10, 500);
  perform(lines, 0, lines.total(), Stores::cached);
  for (size_t i = 0; i < dst.size(); ++i) EXPECT_EQ(dst[i], i < 10 ? 4991 + i : 0);
  // Bounded however many.
  const uint64_t many = ~uint64_t{0};
  const Copy endless = describe_tile(dst.data(), src.data(), 4, 10, many, many, 0, 0, 0, 0);
  perform(endless, 0, endless.total(), Stores::cached);
  for (size_t i = 0; i < dst.size(); ++i) EXPECT_EQ(dst[i], i < 10 ? 1 + i : 0);
  // A stride that is 0 modulo 2^64.
  const Copy wrapped = describe(dst.data(), src.data(), many, 4, uint64_t{1} << 62, 0);
  perform(wrapped, 0, wrapped.total(), Stores::cached);
  EXPECT_EQ(wrapped.total(), 4u);
}

TEST(Copy, NothingOfAnyDimensionMovesNothing) {
  std::byte a{1}, b{2};
  for (uint64_t zero : {0, 1, 2, 3}) {
    const uint64_t many = uint64_t{1} << 40;
    const Copy copy = describe_tile(&a, &b, zero == 0 ? 0 : 4, zero == 1 ? 0 : many, zero == 2 ? 0 : many,
                                    zero == 3 ? 0 : many, 5, 0, 7, 11);
    EXPECT_EQ(copy.total(), 0u);
    perform(copy, 0, copy.total(), Stores::streaming);
  }
  EXPECT_EQ(a, std::byte{1});
}

}  // namespace
