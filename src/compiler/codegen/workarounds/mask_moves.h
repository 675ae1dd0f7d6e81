// SPDX-License-Identifier: Apache-2.0
// LLVM 22's tables for X86 call a move between mask registers a copy, though "kmovb k1, k2" clears what lies above the
// low 8 bits, and instruction selection uses it to widen masks with zeros: where k1 is to be spilled, the register
// allocator stores k2 in its stead, and the lanes above come to life.
#pragma once
namespace wherry::compiler {

// Has masks that are widened with zeros spilled as such, in all code that is generated from now on. Call once.
// Reproducer: mask_moves_fault.ll.
void keep_widened_masks();

}  // namespace wherry::compiler
