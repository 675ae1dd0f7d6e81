// SPDX-License-Identifier: Apache-2.0
// Values that an iteration of a loop hands on to the next ones, as a filter's window that moves over a row:
// left = here; here = right; right = row[x + 2].
#pragma once
#include <functional>
#include <map>

#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"

namespace wherry::compiler {

class HandedOnValues {
 public:
  // `is_counter`: whether the iteration's number tells a phi's value.
  HandedOnValues(const llvm::Loop &loop, const llvm::DominatorTree &dominators,
                 std::function<bool(llvm::PHINode &)> is_counter)
      : loop_(loop), dominators_(dominators), is_counter_(std::move(is_counter)) {}

  // Whether each iteration can compute a phi of the header itself, from what iterations before it load.
  bool add(llvm::PHINode &phi);
  bool empty() const { return phis_.empty(); }
  bool contains(llvm::PHINode &phi) const { return phis_.contains(&phi); }
  // The loads that an iteration repeats which earlier iterations have made. The caller checks that the loop does not
  // store to the loaded memory.
  llvm::ArrayRef<llvm::LoadInst *> loads() const { return loads_.getArrayRef(); }

  using CounterAt = std::function<llvm::Value *(llvm::PHINode &counter, llvm::Value *number)>;
  // Before emit(): the iteration's number, 64 bits, and how to compute a counter in the iteration of another number.
  void emit_by(llvm::IRBuilder<> &builder, llvm::Value *number, CounterAt counter_at);
  // Emits an added phi's value.
  llvm::Value *emit(llvm::PHINode &phi) { return phi_in(phi, 0); }

 private:
  bool is_computed(llvm::Value *value);
  llvm::Value *phi_in(llvm::PHINode &phi, unsigned before);
  llvm::Value *value_in(llvm::Value *value, unsigned before);

  const llvm::Loop &loop_;
  const llvm::DominatorTree &dominators_;
  std::function<bool(llvm::PHINode &)> is_counter_;
  llvm::SmallPtrSet<llvm::PHINode *, 4> phis_, asked_;
  llvm::SmallPtrSet<llvm::Value *, 16> computed_;
  llvm::SmallSetVector<llvm::LoadInst *, 4> loads_;
  llvm::IRBuilder<> *builder_ = nullptr;
  llvm::Value *number_ = nullptr;
  CounterAt counter_at_;
  std::map<std::pair<llvm::Value *, unsigned>, llvm::Value *> emitted_;  // by how many iterations earlier
};

}  // namespace wherry::compiler
