// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>

namespace wherry::cpu {

// Where a flow of control that has been left goes on: its stack pointer, below which stands what a call preserves.
using StackPointer = std::byte *;

// The start of a flow of control that calls call(data) on a stack whose highest address is `top`, aligned to 16 bytes.
// The call never returns: its last act is to switch to another flow.
StackPointer new_flow(std::byte *top, void (*call)(void *), void *data) noexcept;

// Leaves this flow of control, which `left` keeps, and goes on with `next`, on the same thread. Rounding and denormals
// stay as the thread has them.
void switch_stack(StackPointer &left, StackPointer next) noexcept;

}  // namespace wherry::cpu
