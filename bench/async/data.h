// SPDX-License-Identifier: Apache-2.0
// What the source holds, and what a right run leaves behind: the host's side of kernels.cl.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>

#include "cases.h"
#include "common/serve.h"

inline uint32_t word(uint32_t i) { return 0x3f800000u | (i * 2654435761u >> 9); }
inline uint32_t pick(uint32_t t, uint32_t seed, size_t count) {
  return uint64_t{t * 2654435761u + seed * 40503u} * count >> 32;
}
inline uint32_t mix(uint32_t x, uint32_t work) {
  for (uint32_t i = 0; i < work; ++i) x = (x ^ (x << 5)) + 0x9e3779b9u;
  return x;
}

// The source of every case: word(i) in its i-th word.
void fill_source(std::span<uint32_t> source);
// Ruins what check_written will look at, so that nothing of an earlier run can pass for a result.
void spoil(const Case &test, const Run &run, std::span<unsigned char> dst);

// The number that a kernel makes of the copied element at byte `address` of the source: BITS_T.
uint32_t bits(uint64_t address, size_t element);

// Throws Wrong where `out`, what each work-group (of read_tile and the pipelines: each work-item) wrote, is not right.
void check_sums(const Case &test, const Run &run, std::span<const uint32_t> out);
// The same of the destination of whole, to_global and through: some thousand elements; if run.whole, some whole tiles,
// and that nothing was written between and behind the elements.
void check_written(const Case &test, const Run &run, std::span<const unsigned char> dst);
