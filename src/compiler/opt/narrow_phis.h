// Counters of loops in their own width.
#pragma once
namespace llvm {
class Function;
}

namespace wherry::compiler {

// "for (int i = get_local_id(0); i < n; i += get_local_size(0))" adds in 64 bits and cuts off the upper half each
// round, and LLVM carries all 64 around the loop where nobody looks at those. Such a value is carried in 32 bits again:
// lanes' values are then a row, modulo 2^32, without asking in each round whether one wrapped around.
void narrow_index_phis(llvm::Function &function);

}  // namespace wherry::compiler
