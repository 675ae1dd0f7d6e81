// SPDX-License-Identifier: Apache-2.0
// Copies and fills of byte ranges and of boxes in buffers; all workers of the executor share large ones.
#pragma once
#include <cstddef>
#include <span>

#include "exec/executor.h"

namespace wherry::runtime {

// As memmove: the ranges may overlap.
void copy(exec::Executor &by, std::byte *to, const std::byte *from, size_t bytes);

// Repeats `pattern`; `bytes` is a multiple of its size, which is up to 128.
void fill(exec::Executor &by, std::byte *to, size_t bytes, std::span<const std::byte> pattern);

// A box in memory: the address of its first byte, and the row and slice pitches in bytes.
template <class Byte> struct Box {
  Byte *first;
  size_t row_pitch, slice_pitch;
};

// `region`: bytes per row, rows, slices. The boxes must not overlap.
void copy_box(exec::Executor &by, Box<std::byte> to, Box<const std::byte> from, const size_t region[3]);

// For WHERRY_CHECK=uninit, behind a copy from one buffer to another: copies the marks of unwritten bytes as well.
void keep_unwritten(std::byte *to, const std::byte *from, size_t bytes);
void keep_unwritten(Box<std::byte> to, Box<const std::byte> from, const size_t region[3]);

// Repeats `pattern` in each row, whose bytes are a multiple of its size; see fill().
void fill_box(exec::Executor &by, Box<std::byte> to, const size_t region[3], std::span<const std::byte> pattern);

}  // namespace wherry::runtime
