// SPDX-License-Identifier: Apache-2.0
// Texels that a kernel reads only to write them.
#pragma once
#include "compiler/ir/kernel_pass.h"

namespace wherry::compiler {

constexpr char kMovePrefix[] = "__wherry_image_move_";

// Finds a row's store of texels that one read has read, and that have no other use. In front of the two stands a call
// then that copies the texels' bytes if both images have the same common format (MOVE in
// kernels-builtins/image_near.h); the read and the store run only where that call returns false. Runs behind
// InlineImageCallsPass, which chooses the reads and stores with inline code, and before link_near_texels().
struct MoveTexelsPass : KernelPass<MoveTexelsPass> {
  bool run_on(KernelFacts &kernel, llvm::FunctionAnalysisManager &);
};

}  // namespace wherry::compiler
