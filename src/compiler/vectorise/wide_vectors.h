// SPDX-License-Identifier: Apache-2.0
// Whether the lanes of vectors should take the place of a work-item's own vectors of many elements.
#pragma once
#include <string>

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Function.h"

namespace wherry::compiler {

// Of a kernel whose work-items compute with vectors of more than kMostElements elements (cost.h). As lanes, each
// element takes a register; as they are, the vectors fill registers themselves, with one chain of dependent operations
// in each. Why to leave them as they are; empty: they are to be split.
std::string why_keep_vectors(llvm::Function &group, const llvm::LoopInfo &loops, unsigned register_bits);

// The number of elements of the function's widest vector that is not only taken apart or put together, or 0.
unsigned widest_vector(llvm::Function &group);

// The most elements of vectors that are alive at one place.
unsigned live_elements(llvm::Function &group);

}  // namespace wherry::compiler
