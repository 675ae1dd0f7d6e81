// SPDX-License-Identifier: Apache-2.0
// Splits the vectors and structures of a work-item that LLVM leaves whole.
#pragma once
#include "llvm/IR/Function.h"
#include "llvm/IR/PassManager.h"

namespace wherry::compiler {

// Replaces bitcasts of vectors to numbers or to vectors of another length, loads so cast, reductions, calls of
// precompiled functions, and volatile accesses by operations on elements; accesses to vectors of 8 and 16 bits that are
// 32 bits together (pixels), except in private memory, by accesses to numbers; and accesses to structures and arrays,
// and choices between two or more, by accesses to their parts, and choices between parts.
struct SplitVectorsPass : llvm::PassInfoMixin<SplitVectorsPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &);
};

}  // namespace wherry::compiler
