// Loops in which each lane walks along memory of its own, as along a row of a matrix.
#pragma once
#include <functional>

#include "compiler/analysis/lane_strides.h"

namespace wherry::compiler {

// Has one such loop of `items`, if there is one yet, go several steps in a round: a lane's elements are neighbours then
// and come together (VectorBody::load_group) rather than by a gather for each step, which for each lane's element meets
// a cache line that the other lanes' have driven out since. True: all analyses are to be computed anew.
bool widen_walk(llvm::Loop &items, llvm::LoopInfo &loops, llvm::DominatorTree &dominators, const VectorFlow &flow,
                const VectorShapes &shapes);

constexpr unsigned kLine = 64;  // bytes of the cache's lines

// Whether each round of a loop reaches other lines of memory, as down a column of a matrix, or by steps of the global
// size. A step that is not known counts as a wide one; local memory is always near.
using FarWalks = std::function<bool(llvm::Value *pointer, const llvm::Loop &loop)>;
FarWalks far_walks(llvm::Function &function, llvm::LoopInfo &loops, llvm::DominatorTree &dominators);

}  // namespace wherry::compiler
