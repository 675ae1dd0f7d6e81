// SPDX-License-Identifier: Apache-2.0
// Loops over private arrays, unrolled so that the arrays become values.
#pragma once
#include <cstdint>

#include "llvm/IR/PassManager.h"

namespace wherry::compiler {

// Bytes of a private array that becomes values: 64 floats are twice the registers of AVX-512; with more, values only
// move between the stack's places.
constexpr uint64_t kMostArrayBytes = 256;

// A private array whose indices are counters of short loops becomes values once these loops are unrolled: values that
// are alive across a barrier are spilled to lane buffers, an array to each work-item's context, which lanes can only
// gather and scatter (SHOC's matrix product took 9 times as long). LLVM unrolls by size alone, to 150 instructions.
// Marks loops for LLVM to unroll fully, if that makes all indices of an array constant; a remark says where they would
// be too long.
struct UnrollArraysPass : llvm::PassInfoMixin<UnrollArraysPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

}  // namespace wherry::compiler
