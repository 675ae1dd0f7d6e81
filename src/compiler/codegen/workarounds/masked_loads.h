// SPDX-License-Identifier: Apache-2.0
// LLVM 22's code generator folds a masked load into an instruction under the same mask (llvm-project#161074), also
// where an active lane of the instruction reads inactive lanes of the load: in shuffles and packs (excepted by #178888,
// later), and where their lanes differ in size. The memory operand then faults, or supplies what the mask had replaced
// by zeros.
#pragma once
namespace wherry::compiler {

// Keeps masked loads out of other instructions' memory operands, in all code generated from now on. Call once.
// Reproducer: masked_loads_fault.ll.
void keep_masked_loads();

}  // namespace wherry::compiler
