// Runs the item loops of work-group functions with neighbouring work-items as the lanes of vectors.
#pragma once
#include <string>

#include "llvm/IR/Module.h"

namespace wherry::compiler {

struct VectorOptions {
  unsigned width = 0;            // lanes; 1: none; 0: as many as suit the loop
  unsigned register_bits = 128;  // of the CPU's vectors
};

// Of a function that form_regions has left. Says what became of each loop. Returns whether all are vectorised and reach
// memory in rows.
bool vectorize(llvm::Function &group, const VectorOptions &options, std::string *remarks);

// Vectors of a work-item as elements, loops in the form that `vectorize` needs.
void prepare_to_vectorize(llvm::Function &group);

}  // namespace wherry::compiler
