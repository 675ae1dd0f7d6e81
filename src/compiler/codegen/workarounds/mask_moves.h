// A fault of LLVM 22's code generator for AVX-512.
#pragma once
namespace wherry::compiler {

// Has masks that are widened with zeros spilled as such, in all code that is generated from now on. Call once.
//
// "kmovb k1, k2" clears what lies above the low 8 bits, and X86's instruction selection uses it to that end; its tables
// call it a copy, so that where k1 is to be spilled, k2 is stored in its stead, and the lanes above come to life.
void keep_widened_masks();

}  // namespace wherry::compiler
