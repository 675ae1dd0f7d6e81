// SPDX-License-Identifier: Apache-2.0
// The order of machine instructions.
#pragma once

namespace wherry::compiler {

// Has LLVM's machine scheduler keep chains of operations side by side in functions marked kInterleaved
// (ir/metadata.h). By itself the scheduler puts one chain behind the other, which takes fewer registers. Before each
// emission of code.
void keep_interleaved_chains();

}  // namespace wherry::compiler
