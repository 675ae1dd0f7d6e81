// SPDX-License-Identifier: Apache-2.0
// The widths that launches of a kernel try beside the estimates' choice (abi::KernelInfo::other_widths).
#pragma once
#include <cstdint>

#include "compiler/ir/kernel_facts.h"
#include "llvm/Support/raw_ostream.h"

namespace wherry::compiler {

// Whether no other width is tried: of kernels with sub-groups, and of kernels whose work-items may rely on running in
// lockstep, which volatile accesses suggest. Atomic accesses do not: OpenCL's atomic functions take pointers to
// volatile.
bool keeps_width(const KernelFacts &kernel);

// A line for --explain.
void print_other_widths(uint64_t widths, llvm::raw_ostream &out);

}  // namespace wherry::compiler
