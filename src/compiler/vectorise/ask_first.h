// SPDX-License-Identifier: Apache-2.0
// Loops that ask whether they go on behind each iteration: do { ... } while (++i <= end);
#pragma once
#include "llvm/Analysis/LoopInfo.h"

namespace wherry::compiler {

// Makes such a loop ask before each iteration, as align-windows expects it, with an end so late that it has its first
// iteration: for (; i <= max(end, begin); ++i). False: the loop is none, or its end changes; nothing was changed. Loop
// and dominator analyses are void afterwards.
bool ask_first(llvm::Loop &loop);

}  // namespace wherry::compiler
