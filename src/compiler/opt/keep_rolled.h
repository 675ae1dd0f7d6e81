// SPDX-License-Identifier: Apache-2.0
// Loops that LLVM may not unroll or peel.
#pragma once
#include "compiler/ir/kernel_facts.h"
#include "llvm/IR/PassManager.h"

namespace wherry::compiler {

// Work-items that leave a loop in different iterations must not meet at a sub-group operation in an iteration that LLVM
// has peeled off: marks loops with such operations, but for those with a known number of iterations.
struct KeepSubGroupLoopsRolledPass : llvm::PassInfoMixin<KeepSubGroupLoopsRolledPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &);
};

// Marks loops so long that LLVM would not unroll them, and would only add up their instructions' costs to find that
// out: an eighth of the build of 200 lines of math functions. What a program asks for itself stays.
struct KeepLongLoopsRolledPass : llvm::PassInfoMixin<KeepLongLoopsRolledPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &);
};

// Marks loops around accesses to images of any format, in kernels whose accesses are so few and short that code for
// them stands inline (lower/image_calls): unrolled, there would be too many. Not where private arrays are to become
// values.
struct KeepImageLoopsRolledPass : llvm::PassInfoMixin<KeepImageLoopsRolledPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

// Marks loops that would be unrolled to many loads of vectors from arguments' memory. For work-items as lanes, each of
// these becomes rows of members, shuffles, a check, and gathers for when it fails. Not where private arrays are to
// become values.
struct KeepVectorLoopsRolledPass : llvm::PassInfoMixin<KeepVectorLoopsRolledPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

// Marks loops that may become a dimension, of short blocks or of a row (opt/reshape), and loops over local memory whose
// loads may go to arguments' memory, so that LLVM neither unrolls nor peels them before.
struct KeepBlockLoopsRolledPass : llvm::PassInfoMixin<KeepBlockLoopsRolledPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &);
};
bool keeps_block_loops(KernelFacts &kernel);
// Leaves the function's marked loops rolled for good, for opt/register_blocking.
void keep_rolled_for_good(llvm::Function &function);
// Takes the marks of KeepBlockLoopsRolledPass away.
struct ReleaseBlockLoopsPass : llvm::PassInfoMixin<ReleaseBlockLoopsPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &);
};

}  // namespace wherry::compiler
