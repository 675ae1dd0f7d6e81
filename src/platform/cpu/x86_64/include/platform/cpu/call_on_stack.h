// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>

namespace wherry::cpu {

// Calls call(data) on another stack, whose highest address is `top`, aligned to 16 bytes.
void call_on_stack(void (*call)(void *), void *data, std::byte *top) noexcept;

}  // namespace wherry::cpu
