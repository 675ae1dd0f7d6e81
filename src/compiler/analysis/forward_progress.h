// Loops in which a work-item waits for another one.
#pragma once
#include "compiler/analysis/lane_strides.h"

namespace wherry::compiler {

// Where lanes of one vector might wait for each other: whether they leave a loop depends on a lock or a flag, which is
// written behind the loop. Those who have left come there when all have, and that may be never. Null: nowhere.
const llvm::Instruction *find_wait(const llvm::Loop &items, const VectorFlow &flow, const VectorShapes &shapes,
                                   const llvm::DominatorTree &dominators);

}  // namespace wherry::compiler
