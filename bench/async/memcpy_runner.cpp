// SPDX-License-Identifier: Apache-2.0
// The baseline: what the copies of a case are without OpenCL. Threads share the groups out as a driver would, each
// with one tile of its own that stays in its cache; the same elements are read, so the results are checked alike.
#include <cstdlib>
#include <cstring>
#include <span>
#include <utility>
#include <vector>

#include "common/threads.h"
#include "data.h"
#include "runner.h"

namespace {
class Pages {
 public:
  explicit Pages(size_t bytes) : at_(static_cast<unsigned char *>(allocate_pages(bytes))), bytes_(bytes) {}
  Pages(Pages &&other) noexcept : at_(std::exchange(other.at_, nullptr)), bytes_(other.bytes_) {}
  ~Pages() { std::free(at_); }
  unsigned char *data() const { return at_; }
  std::span<unsigned char> span() const { return {at_, bytes_}; }

 private:
  unsigned char *at_;
  size_t bytes_;
};

// Nothing of what was copied may be left out, or kept in registers.
void touched() { asm volatile("" ::: "memory"); }

struct Float4 {
  float x, y, z, w;
};

template <class T>
void strided(unsigned char *dst, size_t dst_stride, const unsigned char *src, size_t src_stride, size_t count) {
  auto *to = reinterpret_cast<T *>(dst);
  auto *from = reinterpret_cast<const T *>(src);
  for (size_t i = 0; i < count; ++i) to[i * dst_stride] = from[i * src_stride];
}

void copy(const Case &test, unsigned char *dst, size_t dst_stride, const unsigned char *src, size_t src_stride) {
  if (test.stride == 1)
    std::memcpy(dst, src, test.tile_bytes());
  else if (test.element == 1)
    strided<unsigned char>(dst, dst_stride, src, src_stride, test.count);
  else if (test.element == 4)
    strided<float>(dst, dst_stride, src, src_stride, test.count);
  else
    strided<Float4>(dst, dst_stride, src, src_stride, test.count);
  touched();
}

uint32_t word_at(const unsigned char *at) {
  uint32_t word;
  std::memcpy(&word, at, 4);
  return word;
}

uint32_t bits_at(const unsigned char *tile, size_t at, size_t element) {
  tile += at * element;
  return element == 1 ? *tile : element == 4 ? word_at(tile) : word_at(tile) + word_at(tile + 12);
}

class MemcpyRunner final : public Runner {
 public:
  MemcpyRunner(size_t threads, size_t bytes) : src_(bytes), dst_(bytes), thread_count_(threads), threads_(threads) {
    fill_source({reinterpret_cast<uint32_t *>(src_.data()), bytes / 4});
    for (size_t i = 0; i < threads; ++i) tiles_.emplace_back(size_t{2} << 20);
  }

  Description describe() override { return {thread_count_, 0, "memcpy", "the C library"}; }

  Times run(const Case &test, const Run &run) override {
    spoil(test, run, dst_.span());
    std::vector<uint32_t> out(test.groups);
    Times times;
    switch (test.kind) {
    case Kind::whole:
      times = threads_.run(thread_count_, [&](size_t, size_t part) {
        const size_t begin = test.bytes() / 64 * part / thread_count_ * 64;
        const size_t end =
            part + 1 == thread_count_ ? test.bytes() : test.bytes() / 64 * (part + 1) / thread_count_ * 64;
        std::memcpy(dst_.data() + begin, src_.data() + begin, end - begin);
      });
      break;
    case Kind::to_local:
    case Kind::halo:
      times = threads_.run(test.groups, [&](size_t thread, size_t group) {
        out[group] = fetch(test, run.seed, group, tiles_[thread].data());
      });
      break;
    case Kind::read_tile:
      times = threads_.run(test.groups,
                           [&](size_t thread, size_t group) { out[group] = read(test, group, tiles_[thread].data()); });
      break;
    case Kind::to_global:
      times = threads_.run(
          test.groups, [&](size_t thread, size_t group) { carry_out(test, run.seed, group, tiles_[thread].data()); });
      break;
    case Kind::pipeline:
    case Kind::through: throw Unable("memcpy computes nothing");
    }
    if (test.kind == Kind::whole || test.kind == Kind::to_global)
      check_written(test, run, dst_.span());
    else
      check_sums(test, run, out);
    return times;
  }

 private:
  uint32_t fetch(const Case &test, uint32_t seed, size_t group, unsigned char *tile) const {
    uint32_t sum = seed;
    for (size_t t = 0; t < test.tiles; ++t) {
      const size_t number = group * test.tiles + t;
      if (test.kind == Kind::halo) {
        const size_t columns = test.count / test.rows;
        const size_t at = number / test.across * (test.rows - 2 * test.halo) * test.pitch +
                          number % test.across * (columns - 2 * test.halo);
        for (size_t row = 0; row < test.rows; ++row)
          std::memcpy(tile + row * columns * 4, src_.data() + (at + row * test.pitch) * 4, columns * 4);
        touched();
      } else {
        copy(test, tile, 1, src_.data() + number * test.tile_bytes() * test.stride, test.stride);
      }
      sum *= 31;
      for (size_t at : {size_t{0}, test.count - 1, size_t{pick(t, seed, test.count)}})
        sum += bits_at(tile, at, test.element);
    }
    return sum;
  }

  uint32_t read(const Case &test, size_t group, unsigned char *tile) const {
    uint32_t sum = 0;
    for (size_t t = 0; t < test.tiles; ++t) {
      copy(test, tile, 1, src_.data() + (group * test.tiles + t) * test.tile_bytes(), 1);
      for (size_t i = 0; i < test.count; ++i) sum += word_at(tile + 4 * i);
    }
    return sum;
  }

  void carry_out(const Case &test, uint32_t seed, size_t group, unsigned char *tile) {
    const size_t words = std::max<size_t>(1, test.element / 4), size = std::min<size_t>(4, test.element);
    for (size_t i = 0; i < test.count * words; ++i) {
      const uint32_t made = word(i + words * (group * 65537 + seed));
      std::memcpy(tile + i * size, &made, size);
    }
    touched();
    for (size_t t = 0; t < test.tiles; ++t)
      copy(test, dst_.data() + (group * test.tiles + t) * test.tile_bytes() * test.stride, test.stride, tile, 1);
  }

  Pages src_, dst_;
  std::vector<Pages> tiles_;
  size_t thread_count_;
  Threads threads_;
};
}  // namespace

std::unique_ptr<Runner> make_memcpy_runner(size_t threads, size_t bytes) {
  return std::make_unique<MemcpyRunner>(threads, bytes);
}
