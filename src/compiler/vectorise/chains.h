// SPDX-License-Identifier: Apache-2.0
// Chains of operations that wait for each other, and how many operations a CPU begins meanwhile.
#pragma once
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Analysis/LoopInfo.h"

namespace wherry::compiler {

// The number of registers that an instruction's result takes: the CPU begins an operation for each.
double registers_of(const llvm::Instruction &instruction, const llvm::DataLayout &layout, unsigned register_bits);

// Chains of dependent instructions in the code of one loop, without its inner loops.
class Chains {
 public:
  // Adds a block. Values come before their uses, but for the header's phis, which hold what the last iteration
  // computed. Instructions for which `waits` is false (the counters of loops) are ready at any time.
  void add(
      const llvm::BasicBlock &block, bool is_header, unsigned register_bits,
      llvm::function_ref<bool(const llvm::Instruction &)> waits = [](const llvm::Instruction &) { return true; });
  // The longest chain of one iteration, in cycles.
  double longest() const { return longest_; }
  // The longest chain from one iteration to the next, in cycles.
  double carried(const llvm::Loop &loop) const;

 private:
  // Cycles from the beginning of an iteration to a value, and from the header's phis to the value, if it depends on
  // one.
  llvm::DenseMap<const llvm::Value *, std::pair<double, std::optional<double>>> chains_;
  double longest_ = 0;
};

}  // namespace wherry::compiler
