// SPDX-License-Identifier: Apache-2.0
// How addresses differ between work-groups that follow each other.
#pragma once
#include <optional>

#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/Function.h"

namespace wherry::compiler {

// From a work-group to the next one of dimension 0: `constant`, and `sizes` times the local size.
struct GroupStep {
  int64_t constant = 0, sizes = 0;
  bool is_zero() const { return constant == 0 && sizes == 0; }
};

// The step of a value of a work-group function; nothing: unknown. For estimates only: integers are taken not to wrap
// around, and what memory holds, but for the host's fields, to be the same for both groups.
std::optional<GroupStep> group_step(const llvm::SCEV *value, const llvm::Function &group);

// Whether a value of a work-group function is the local size of dimension 0, loaded.
bool is_local_size(const llvm::Value *value, const llvm::Function &group);

}  // namespace wherry::compiler
