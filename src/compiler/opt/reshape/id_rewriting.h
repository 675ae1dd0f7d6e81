// SPDX-License-Identifier: Apache-2.0
// What ways to give a kernel another ND-range share where they compute ids otherwise.
#pragma once
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/Function.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

namespace wherry::compiler {

// Products of sums as sums of products, in which what is added and subtracted again is gone.
const llvm::SCEV *distributed(const llvm::SCEV *number, llvm::ScalarEvolution &evolution);

// Emits a number before an instruction, in terms of the counters that loops have already.
llvm::Value *expand_at(llvm::Instruction &place, const llvm::SCEV *number, llvm::SCEVExpander &expander);

void remove_dead_code(llvm::Function &function);

}  // namespace wherry::compiler
