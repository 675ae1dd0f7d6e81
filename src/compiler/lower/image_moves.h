// SPDX-License-Identifier: Apache-2.0
// Texels that a kernel reads only to write them.
#pragma once
#include "compiler/ir/kernel_pass.h"

namespace wherry::compiler {

constexpr char kMovePrefix[] = "__wherry_image_move_";

// Where a read and a row's store have code inline (InlineImageCallsPass), and the store writes what was read, which has
// no other use: asks a function that moves the texels as they lie if both images have the same common format. What was
// there is left for other formats, and for texels outside. Behind InlineImageCallsPass, before link_near_texels().
struct MoveTexelsPass : KernelPass<MoveTexelsPass> {
  bool run_on(KernelFacts &kernel, llvm::FunctionAnalysisManager &);
};

}  // namespace wherry::compiler
