// SPDX-License-Identifier: Apache-2.0
// What a work-item must pass before it does anything: if (get_global_id(0) >= n) return;
#pragma once
#include "compiler/ir/conditions.h"
#include "compiler/opt/reshape/index_conversions.h"
#include "compiler/opt/reshape/launch_shape.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"

namespace wherry::compiler {

struct Guard {
  llvm::ICmpInst *compare;  // null: another condition
  bool holds;               // the condition's result for work-items that go on
};

// The parts of a condition whose result is `holds`, joined by `and`.
void add_guards(llvm::Value *condition, bool holds, llvm::SmallVectorImpl<Guard> &guards);

// Collects the guards from the entry to `until`, as long as work-items do nothing else on the way; null: as far as such
// a way goes. True: `until` was reached.
bool find_guards(llvm::Function &group, const llvm::BasicBlock *until, llvm::SmallVectorImpl<Guard> &guards);

// Guards that let work-items pass whose index is below a launch value, or equal to it.
class IndexGuards {
 public:
  void find(llvm::Function &group, const IndexConversions &index);
  // How many of a dimension's work-items pass.
  llvm::Value *limited(llvm::Value *items, LaunchShape &shape) const;
  // For launches all of whose work-items pass.
  void remove() const;

 private:
  struct Bound {
    Guard guard;
    llvm::Value *number;
    bool or_equal, is_signed;
  };
  llvm::SmallVector<Bound, 2> bounds_;
};

}  // namespace wherry::compiler
