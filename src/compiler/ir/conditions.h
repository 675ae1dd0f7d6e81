// SPDX-License-Identifier: Apache-2.0
// Conditions of branches, taken apart.
#pragma once
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/Instructions.h"

namespace wherry::compiler {

// Whether a condition's result is `holds` exactly if the results of two parts are: `a && b` that is true, or `a || b`
// that is false.
bool is_joined(llvm::Value *condition, bool holds, llvm::Value *&left, llvm::Value *&right);

// The relation that is true if a comparison's result is `holds`. The operand that `is_left` accepts stands on the left;
// if it accepts neither, the second one.
struct Comparison {
  llvm::Value *left, *right;
  llvm::CmpInst::Predicate predicate;

  Comparison(const llvm::ICmpInst &compare, bool holds, llvm::function_ref<bool(llvm::Value *)> is_left);
  bool is_below() const { return llvm::ICmpInst::isLT(predicate) || llvm::ICmpInst::isLE(predicate); }
  bool is_above() const { return llvm::ICmpInst::isGT(predicate) || llvm::ICmpInst::isGE(predicate); }
};

}  // namespace wherry::compiler
