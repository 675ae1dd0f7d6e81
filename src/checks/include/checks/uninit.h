// SPDX-License-Identifier: Apache-2.0
// Which bits of memory are unwritten, for the whole process: a bit of shadow for each bit, found by its address.
// Memory of which nothing was ever said counts as written.
#pragma once
#include <cstddef>
#include <cstdint>

namespace wherry::checks::uninit {

// Whether anything was ever marked: else nothing needs to be said of what is written.
bool in_use() noexcept;

// Makes the shadow's tables; false if memory is short.
bool reserve() noexcept;
// What abi::UninitState holds; after reserve().
std::byte *const *chunks() noexcept;
const std::byte *initialised() noexcept;
std::byte *unused() noexcept;

// Makes the shadow of the range, and keeps it for ever, so that kernels find theirs there. Where memory is short, it
// counts as written.
void cover(const void *at, uint64_t bytes) noexcept;
// Nobody has written the range.
void mark(const void *at, uint64_t bytes) noexcept;
void mark_covered(const void *at, uint64_t bytes) noexcept;  // likewise, of a range that cover() was told of
// Looks at one more chunk of the shadow, and gives its memory back if all of the chunk is written by now. May miss what
// another thread of a kernel marks just now.
void release_written() noexcept;
// Somebody has written the range.
void clear(const void *at, uint64_t bytes) noexcept;
// The range has the contents of another one now.
void transfer(const void *dst, const void *src, uint64_t bytes) noexcept;
// For pipes: the packet that this thread moves next, in a kernel that is checked, brings its marks along.
void follow_packet() noexcept;
bool packet_is_followed() noexcept;  // resets that
// Whether some bit of the range is marked.
bool is_marked(const void *at, uint64_t bytes) noexcept;

}  // namespace wherry::checks::uninit
