// SPDX-License-Identifier: Apache-2.0
// How much memory the shadows of all checks may take: a checked program takes three times the memory of the unchecked
// one at most.
#pragma once
#include <cstdint>

namespace wherry::checks::shadow_memory {

// So many bytes more, or less, that kernels may access.
void add_data(uint64_t bytes) noexcept;
void remove_data(uint64_t bytes) noexcept;
// Of all shadows together.
uint64_t limit() noexcept;
// The bytes of whole pages, mapped by the caller, that take memory.
uint64_t resident(const void *pages, uint64_t bytes) noexcept;

}  // namespace wherry::checks::shadow_memory
