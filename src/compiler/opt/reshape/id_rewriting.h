// SPDX-License-Identifier: Apache-2.0
// What ways to give a kernel another ND-range share where they compute ids otherwise.
#pragma once
#include <map>

#include "compiler/ir/intrinsics.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

namespace wherry::compiler {

// Products of sums as sums of products, in which what is added and subtracted again is gone.
const llvm::SCEV *distributed(const llvm::SCEV *number, llvm::ScalarEvolution &evolution);

// What a loop counts to; LLVM writes the larger of that and 0, or extends it.
const llvm::SCEV *count_of(const llvm::Loop &loop, llvm::ScalarEvolution &evolution);

// Emits a number before an instruction, in terms of the counters that loops have already.
llvm::Value *expand_at(llvm::Instruction &place, const llvm::SCEV *number, llvm::SCEVExpander &expander);

// A value as it is with others in place of the map's keys, emitted by a builder; the map learns what has been emitted.
// `is_known`: whether an instruction is computed before that place, and stays. Phis stay.
llvm::Value *computed_with(llvm::ValueToValueMapTy &others, llvm::Value *value, llvm::IRBuilder<> &builder,
                           llvm::function_ref<bool(const llvm::Instruction &)> is_known);

using IdCalls = std::map<std::pair<Intrinsic, unsigned>, llvm::Instruction *>;  // by intrinsic and dimension
// Leaves one call of each intrinsic for each dimension, at the function's beginning: scalar evolution then knows them
// for the same number.
IdCalls unify_id_calls(llvm::Function &group, llvm::ArrayRef<Intrinsic> ids);

void remove_dead_code(llvm::Function &function);

}  // namespace wherry::compiler
