// Integers that need no more than 16 bits: twice as many lanes, or half the registers.
#pragma once

namespace llvm {
class Function;
}

namespace wherry::compiler {

// Computes in 16 bits what is computed in 32 from elements of 8 or 16 bits in memory, where no value on the way leaves
// their range: pixels, mostly. Values stay what they were.
void narrow_integers(llvm::Function &function);

}  // namespace wherry::compiler
