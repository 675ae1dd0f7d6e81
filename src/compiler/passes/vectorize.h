// Runs the item loops of work-group functions with neighbouring work-items as the lanes of vectors.
#pragma once
#include <string>

#include "llvm/IR/Module.h"

namespace wherry::compiler {

struct VectorOptions {
  unsigned width = 0;            // lanes; 1: none; 0: as many as suit the loop
  unsigned register_bits = 128;  // of the CPU's vectors
};

// Of a function that form_regions has left, made ready by prepare_to_vectorize. Says what became of each loop.
void vectorize(llvm::Function &group, const VectorOptions &options, std::string *remarks);

// Brings the module's loops into the form that `vectorize` needs.
void prepare_to_vectorize(llvm::Module &module);

}  // namespace wherry::compiler
