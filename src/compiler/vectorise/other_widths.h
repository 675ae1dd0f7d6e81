// SPDX-License-Identifier: Apache-2.0
// The widths that launches of a kernel try beside the estimates' choice (abi::KernelInfo::other_widths).
#pragma once
#include <cstdint>

#include "llvm/IR/Function.h"
#include "llvm/Support/raw_ostream.h"

namespace wherry::compiler {

// Whether a kernel may keep count of its work-items' steps without barriers, as volatile accesses tell: no other width
// is tried then. Atomic accesses do not tell, as OpenCL's atomic functions take pointers to volatile objects.
bool may_count_on_step(const llvm::Function &group);

// A line for --explain.
void print_other_widths(uint64_t widths, llvm::raw_ostream &out);

}  // namespace wherry::compiler
