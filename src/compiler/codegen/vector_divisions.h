// SPDX-License-Identifier: Apache-2.0
// Quotients and remainders of vectors of integers.
#pragma once
#include "llvm/IR/PassManager.h"

namespace wherry::compiler {

// Whether VectorDivisionsPass replaces a division of vectors of `lanes` integers of `bits` bits by one of floats.
bool divides_as_floats(unsigned bits, bool is_signed, unsigned lanes, unsigned register_bits);

// Processors divide integers one by one: LLVM's code generator takes both out of their vectors, and puts the quotient
// into one. Vectors with 16 bits are divided as floats and those with 32 as doubles, whose rounded quotients,
// truncated, are the integers' own: a quotient below n lies below it by 1 / divisor at least, 2^-16 and 2^-32 of n, and
// rounding moves it by no more than 2^-24 and 2^-53 of n. Those with 64 bits are divided as doubles step by step.
// Behind LLVM's optimiser, which knows divisions by constants.
struct VectorDivisionsPass : llvm::PassInfoMixin<VectorDivisionsPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &);
};

}  // namespace wherry::compiler
