// SPDX-License-Identifier: Apache-2.0
// Vectors whose elements are joined of halves and quarters, such as texels of their channels.
#pragma once
#include "llvm/IR/PassManager.h"

namespace wherry::compiler {

// With AVX-512, LLVM's code generator widens each part by an instruction of two micro-operations for each register, and
// shifts and joins the registers: for 16 texels of four halves, 22 instructions. Two permutations of two registers
// interleave the parts instead: the halves of 64-bit elements, and the quarters of those whose halves are joined of
// 16-bit parts. Behind LLVM's optimiser, which combines stores' values with what they are made of.
struct JoinedPartsPass : llvm::PassInfoMixin<JoinedPartsPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

}  // namespace wherry::compiler
