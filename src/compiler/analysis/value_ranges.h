// SPDX-License-Identifier: Apache-2.0
// Between which bounds an integer of an item loop lies, for all work-items and all iterations of the loops inside: told
// before the item loop begins, by code that computes the bounds.
#pragma once
#include <optional>

#include "compiler/analysis/linearisation.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/IRBuilder.h"

namespace wherry::compiler {

class ValueRanges {
 public:
  // `index` goes from 0 up to a size that is known before the loop.
  ValueRanges(const llvm::Loop &items, const llvm::PHINode &index) : items_(items), index_(index) {}

  // Whether an integer can be bounded. It may be computed by sums, differences, products, conversions, minima, maxima
  // and choices from: the index; values that are known or can be computed before the item loop; counters of loops that
  // end at a bound of these kinds; and phis that change by one step in each iteration of such a loop.
  bool can_bound(const llvm::Value *value, bool is_signed) const;

  // Emits whether `value`, an integer for which can_bound() holds, never wraps around in `bits` bits, at the end of a
  // block before the item loop. `size`: the number of the loop's items.
  llvm::Value *never_wraps(llvm::IRBuilder<> &builder, llvm::Value *value, unsigned bits, bool is_signed,
                           llvm::Value *size) const;

  void print(llvm::raw_ostream &out) const;

 private:
  // How a counter goes on: by `step` from `start`, while it, or it and a step, compares with `bound`.
  struct Counter {
    const llvm::Value *start, *step, *bound;
    bool is_signed, up;
    bool by_inequality;  // compared by `!=`
    bool is_strict;      // the loop ends where the counter is equal to the bound
    bool compares_next;  // the counter of the next iteration is compared
  };
  // A phi that no test compares: it changes from `start` on by `step` in each iteration that `counter` counts.
  struct Follower {
    const llvm::Value *start, *step;
    const llvm::PHINode *counter;
  };
  struct Range {
    llvm::Value *low, *high;  // of 64 bits, signed
  };
  class Emitter;

  void print(const Counter &counter, llvm::raw_ostream &out) const;
  void print(const Follower &follows, llvm::raw_ostream &out) const;

  bool inside(const llvm::Value *value) const;
  const llvm::PHINode *counter_before(const llvm::Instruction &next) const;
  bool can_bound(const llvm::Value *value, bool is_signed, unsigned depth) const;
  std::optional<Counter> counter(const llvm::PHINode &phi) const;
  std::optional<Follower> follower(const llvm::PHINode &phi) const;
  const llvm::Loop *loop_of(const llvm::PHINode &phi) const;

  const llvm::Loop &items_;
  const llvm::PHINode &index_;
};

struct ValueRangesAnalysis : llvm::AnalysisInfoMixin<ValueRangesAnalysis> {
  using Result = OfItemLoops<ValueRanges>;
  static llvm::AnalysisKey Key;
  Result run(llvm::Function &group, llvm::FunctionAnalysisManager &analyses);
};

}  // namespace wherry::compiler
