// SPDX-License-Identifier: Apache-2.0
// How far a kernel must be on its way for a pass to run on it: the precondition that passes.def states for each pass.
#pragma once
#include <string>

namespace llvm {
class Function;
}

namespace wherry::compiler {

// The stages of frontend/contract.md, "On the way".
enum class PassStage {
  any,         // the pass runs on any code
  source,      // behind a front end: kernels are functions of one work-item, and types may be opaque
  linked,      // behind opaque-types
  work_items,  // behind kernel-entry, before form-regions
  unplaced,    // likewise, and before place-local-variables: a local variable is told by its name
  placed,      // as work_items, and behind place-local-variables
  regions,     // behind form-regions
  item_loops,  // likewise, and before vectorise-item-loops
  vectors,     // behind vectorise-item-loops
};

// Why a pass of a stage must not run on a function; "": it may.
std::string why_not_at(PassStage stage, const llvm::Function &function);

}  // namespace wherry::compiler
