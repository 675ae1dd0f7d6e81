// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>

namespace wherry::compiler {

// Runs `work` on a stack of 256 MiB: Clang recurses as deeply as the source nests.
void on_big_stack(const std::function<void()> &work);

}  // namespace wherry::compiler
