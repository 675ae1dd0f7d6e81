// SPDX-License-Identifier: Apache-2.0
// Parts of vectors, as long as registers are.
#pragma once
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IRBuilder.h"

namespace wherry::compiler {

// The elements [first, first + count) of a vector; elements beyond the vector's end are poison.
inline llvm::Value *part_of(llvm::IRBuilder<> &builder, llvm::Value *vector, unsigned first, unsigned count) {
  const unsigned all = llvm::cast<llvm::FixedVectorType>(vector->getType())->getNumElements();
  if (first == 0 && count == all) return vector;
  const unsigned present = std::min(count, all - std::min(first, all));
  return builder.CreateShuffleVector(vector, llvm::createSequentialMask(first, present, count - present));
}

// Likewise; elements beyond the vector's end are its first one, a number that a function met anyway.
inline llvm::Value *padded_part_of(llvm::IRBuilderBase &builder, llvm::Value *vector, unsigned first, unsigned count) {
  const unsigned all = llvm::cast<llvm::FixedVectorType>(vector->getType())->getNumElements();
  if (first == 0 && count == all) return vector;
  llvm::SmallVector<int> places;
  for (unsigned i = first; i < first + count; ++i) places.push_back(i < all ? int(i) : 0);
  return builder.CreateShuffleVector(vector, places);
}

}  // namespace wherry::compiler
