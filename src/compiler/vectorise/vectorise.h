// Runs the item loops of work-group functions with neighbouring work-items as the lanes of vectors.
#pragma once
#include <string>

#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"

namespace wherry::compiler {

struct VectorOptions {
  unsigned width = 0;            // lanes; 1: none; 0: as many as suit the loop
  unsigned register_bits = 128;  // of the CPU's vectors
  bool sub_groups_only = false;  // loops without them stay as they are
  bool any_groups = false;       // rows are long: the driver may group the work-items otherwise
};

// Of a function that form_regions has left. Says what became of each loop. Returns whether all are vectorised and reach
// memory in rows. Loops with operations of sub-groups, or with their lanes, must be: with `sub_group_size` lanes. Fails
// where one cannot.
llvm::Expected<bool> vectorize(llvm::Function &group, const VectorOptions &options, unsigned sub_group_size,
                               std::string *remarks);

// Keeps LLVM's own vectoriser from item loops with conditions, if there are still some: LLVM 22 takes what instructions
// behind a condition say of their results (nsw, alignments) for sure of lanes that are not there.
void leave_conditions_to_us(llvm::Function &group);

// Of a function before form_regions: vectors of a work-item that will be vectorised cross barriers element by element,
// those that somebody wants.
void prepare_to_cross(llvm::Function &group);

// Vectors of a work-item as elements.
void scalarize(llvm::Function &group);
// The same, loops in the form that `vectorize` needs.
void prepare_to_vectorize(llvm::Function &group);
// No jumps into the middle of loops, and the same form once more.
void make_reducible(llvm::Function &group);

}  // namespace wherry::compiler
