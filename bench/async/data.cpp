// SPDX-License-Identifier: Apache-2.0
#include "data.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <string>
#include <tuple>

void fill_source(std::span<uint32_t> source) {
  for (size_t i = 0; i < source.size(); ++i) source[i] = word(i);
}

static uint32_t byte_of(uint64_t address) { return word(address / 4) >> address % 4 * 8 & 0xff; }

uint32_t bits(uint64_t address, size_t element) {
  if (element == 1) return byte_of(address);
  if (element == 4) return word(address / 4);
  return word(address / 4) + word(address / 4 + 3);
}

namespace {
constexpr unsigned char kUntouched = 0xa5;

// The address in the source of element `at` of the tile `t`, counted over all groups.
uint64_t source_address(const Case &test, uint64_t t, uint64_t at) {
  if (test.rows == 1) return (t * test.count + at) * test.stride * test.element;
  const uint64_t columns = test.count / test.rows;
  const uint64_t y = t / test.across * (test.rows - 2 * test.halo) + at / columns;
  const uint64_t x = t % test.across * (columns - 2 * test.halo) + at % columns;
  return (y * test.pitch + x) * test.element;
}

uint32_t sum_of_group(const Case &test, uint32_t group, uint32_t seed) {
  uint32_t sum = seed;
  for (uint32_t t = 0; t < test.tiles; ++t) {
    const uint64_t tile = group * test.tiles + t;
    sum *= 31;
    for (uint64_t at : {uint64_t{0}, uint64_t{test.count - 1}, uint64_t{pick(t, seed, test.count)}})
      sum += bits(source_address(test, tile, at), test.element);
  }
  return sum;
}

// Of a pipeline's words, those copied and computed on: first `right` of each tile; the rest were zeros. An element,
// or a row, stands for the part left out.
uint32_t sum_of_all(const Case &test, const Run &run) {
  // The same sum is asked for in every round.
  static std::map<std::tuple<std::string, Part, uint32_t>, uint32_t> known;
  const uint32_t work = test.is_pipeline() ? run.work : 0;
  const auto key = std::tuple(test.id(), run.part, work);
  if (auto found = known.find(key); found != known.end()) return found->second;

  const size_t words = test.tile_bytes() / 4, tiles = test.groups * test.tiles;
  const size_t one = test.rows == 1 ? test.element / 4 : run.part == Part::copies ? 1 : words / test.rows;
  const size_t right = run.part == Part::both ? words : one, step = std::min<size_t>(16, right);
  uint32_t sum = 0;
  for (size_t t = 0; t < tiles; ++t)
    for (size_t i = 0; i < right; i += step) {
      uint32_t element[16] = {};  // a vector's work at a time
      const size_t lanes = std::min(step, right - i);
      for (size_t lane = 0; lane < lanes; ++lane) {
        const size_t at = i + lane;
        element[lane] = word(test.rows == 1 ? (t * words + at) * test.stride : source_address(test, t, at) / 4);
      }
      for (uint32_t round = 0; round < work; ++round)
        for (uint32_t &x : element) x = mix(x, 1);
      for (size_t lane = 0; lane < lanes; ++lane) sum += element[lane];
    }
  if (run.part == Part::computation) sum += mix(0, work) * (words - right) * tiles;
  return known[key] = sum;
}

[[noreturn]] void wrong(const std::string &what, uint64_t at) {
  throw Wrong("wrong result: " + what + " " + std::to_string(at));
}

bool writes(const Case &test) {
  return test.kind == Kind::whole || test.kind == Kind::to_global || test.kind == Kind::through;
}

// Calls visit(number) for all of `count`, or for `most` of them, the first and the last included.
template <class Visit> void sample(uint64_t count, uint64_t most, uint32_t seed, Visit visit) {
  if (count <= most) {
    for (uint64_t i = 0; i < count; ++i) visit(i);
  } else {
    visit(uint64_t{0}), visit(count - 1);
    for (uint32_t t = 2; t < most; ++t) visit(uint64_t{pick(t, seed, count)});
  }
}

// The elements, counted over all tiles, that a run's check looks at.
template <class Visit> void sample_elements(const Case &test, const Run &run, Visit visit) {
  const uint64_t tiles = test.groups * test.tiles;
  if (test.is_pipeline() && run.part != Part::both) {
    sample(tiles, 4000, run.seed, [&](uint64_t tile) { visit(tile * test.count); });
  } else if (run.whole) {
    const uint64_t most = std::max<uint64_t>(2, (uint64_t{4} << 20) / test.tile_bytes());
    sample(tiles, most, run.seed, [&](uint64_t tile) {
      for (uint64_t i = 0; i < test.count; ++i) visit(tile * test.count + i);
    });
  } else {
    sample(tiles * test.count, 4000, run.seed, visit);
  }
}
}  // namespace

void check_sums(const Case &test, const Run &run, std::span<const uint32_t> out) {
  if (test.is_pipeline() || test.kind == Kind::read_tile) {
    uint32_t sum = 0;
    for (uint32_t part : out) sum += part;
    if (sum != sum_of_all(test, run)) throw Wrong("wrong result: sum over all tiles");
  } else {
    for (uint32_t group = 0; group < test.groups; ++group)
      if (out[group] != sum_of_group(test, group, run.seed)) wrong("sum of work-group", group);
  }
}

void spoil(const Case &test, const Run &run, std::span<unsigned char> dst) {
  if (!writes(test)) return;
  if (run.whole) std::ranges::fill(dst, kUntouched);
  const size_t step = test.element * test.stride;
  sample_elements(test, run, [&](uint64_t at) { std::memset(&dst[at * step], kUntouched, test.element); });
}

void check_written(const Case &test, const Run &run, std::span<const unsigned char> dst) {
  const uint64_t words = std::max<size_t>(1, test.element / 4);
  const size_t step = test.element * test.stride;
  auto expected = [&](uint64_t at, uint64_t w) {
    if (test.kind == Kind::whole) return word(at);
    if (test.kind == Kind::through) return mix(word(at * words + w), run.work);
    return word(words * (at % test.count + at / test.count / test.tiles * 65537 + run.seed) + w);
  };
  sample_elements(test, run, [&](uint64_t at) {
    const unsigned char *element = &dst[at * step];
    for (uint64_t w = 0; w < words; ++w) {
      const uint32_t right = expected(at, w);
      if (std::memcmp(element + 4 * w, &right, std::min<size_t>(4, test.element)) != 0) wrong("written element", at);
    }
    for (size_t gap = test.element; run.whole && gap < step; ++gap)
      if (element[gap] != kUntouched) wrong("byte that no copy should write", at * step + gap);
  });
  for (uint64_t at = test.groups * test.tiles * test.count * step; run.whole && at < dst.size(); ++at)
    if (dst[at] != kUntouched) wrong("byte that no copy should write", at);
}
