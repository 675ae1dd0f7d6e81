// Comparisons of multiples.
#pragma once
namespace llvm {
class Function;
}

namespace wherry::compiler {

// m * id + tile < last_tile, all tiles multiples of what the left side of the sum stays below: tile < last_tile, the
// same for all work-items. LLVM does not see it, and a branch on it in front of a barrier would seem to part them.
void compare_multiples(llvm::Function &function);

}  // namespace wherry::compiler
