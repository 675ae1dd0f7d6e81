// SPDX-License-Identifier: Apache-2.0
// LLVM 22's register allocator puts an undefined index of a gather into any register, that of the gather's result or
// mask too, with which X86 raises an invalid-opcode fault. InitUndef prevents this, but not behind a freeze. Such
// indices are those of lanes that a constant mask excludes, where a wide vector is split.
#pragma once
namespace wherry::compiler {

// Makes undefined indices of gathers zeros, in all code that is generated from now on. Call once.
// Reproducer: gather_indices_fault.ll.
void define_gather_indices();

}  // namespace wherry::compiler
