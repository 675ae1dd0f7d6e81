// Comparisons of multiples.
#pragma once
#include <array>
#include <cstdint>

namespace llvm {
class Function;
}

namespace wherry::compiler {

// m * id + tile < last_tile, all tiles multiples of what the left side of the sum stays below: tile < last_tile, the
// same for all work-items of groups of `local_size`. LLVM does not see it, and a branch on it in front of a barrier
// would seem to part them.
void compare_multiples(llvm::Function &function, const std::array<uint64_t, 3> &local_size);

}  // namespace wherry::compiler
