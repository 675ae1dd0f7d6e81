// SPDX-License-Identifier: Apache-2.0
// Global ids, of the work-group's id and the local id; before, what tells work-items how they are grouped.
#pragma once
#include "compiler/ir/kernel_pass.h"

namespace wherry::compiler {

// Lowers a kernel's global ids. Decides first whether the kernel is regroupable: where neither local size nor
// sub-groups matter, kernel_entry leaves global ids for a time at which code that does nothing is gone.
struct LowerGlobalIdsPass : KernelPass<LowerGlobalIdsPass> {
  bool run_on(KernelFacts &kernel, llvm::FunctionAnalysisManager &);
};

// Turns what programs write in place of a global id (group id * local size + local id) into one, if all work-groups
// have that size: then the kernel may be regroupable.
struct RaiseGlobalIdsPass : KernelPass<RaiseGlobalIdsPass> {
  bool run_on(KernelFacts &kernel, llvm::FunctionAnalysisManager &);
};

void lower_global_ids(llvm::Function &group);

// Makes the local size a constant, and local ids 0 in dimensions of one work-item.
void fix_local_size(llvm::Function &group, const std::array<uint64_t, 3> &size);

// Whether work-items can see how they are grouped: by ids and sizes of groups, by operations of work-groups and
// sub-groups, printf, or local memory. All functions that can see so are inlined.
bool sees_groups(const llvm::Function &group);

}  // namespace wherry::compiler
