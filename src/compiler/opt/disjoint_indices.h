// SPDX-License-Identifier: Apache-2.0
// Indices such as y * 2048 + x, where a condition tells that x is below 2048.
#pragma once
#include "compiler/ir/kernel_pass.h"

namespace wherry::compiler {

// LLVM writes them as (y << 11 | x) & 0xffffffff in 64 bits, and the bits above those 32 hide that the operands are
// disjoint: strides would not be found. They become disjoint operands of 32 bits again, zero-extended. x | 4 becomes
// disjoint where a condition on x as it is in 32 bits tells that, and x & 7 an extension of x where x is below 8.
// Conversions from 64 bits to 32 and back that LLVM has written as shifts and masks become conversions.
struct DisjointIndicesPass : KernelPass<DisjointIndicesPass> {
  bool run_on(KernelFacts &kernel, llvm::FunctionAnalysisManager &analyses);
};

}  // namespace wherry::compiler
