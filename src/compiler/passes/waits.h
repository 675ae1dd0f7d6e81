// Loops in which a work-item waits for another one.
#pragma once
#include "compiler/passes/vector_shapes.h"

namespace wherry::compiler {

// Where lanes of one vector would wait for each other: in a loop that they leave one by one, as soon as a lock or a
// flag allows it. What a lane does behind it, such as to release the lock, it does when all have left, and that is
// never. Null: nowhere.
const llvm::Instruction *find_wait(const llvm::Loop &items, const VectorFlow &flow, const VectorShapes &shapes,
                                   const llvm::DominatorTree &dominators);

}  // namespace wherry::compiler
