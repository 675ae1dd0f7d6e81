// SPDX-License-Identifier: Apache-2.0
#include "compiler/vectorise/live_values.h"

#include "llvm/IR/CFG.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace wherry::compiler {

namespace {

class LiveValues {
 public:
  LiveValues(ArrayRef<BasicBlock *> blocks, function_ref<unsigned(const Instruction &)> size) {
    for (const BasicBlock *block : blocks)
      for (const Instruction &instruction : *block)
        if (const unsigned each = size(instruction)) {
          sizes_[&instruction] = each;
          find_blocks(instruction);
        }
    for (const BasicBlock *block : blocks) scan(*block);
  }
  unsigned most() const { return most_; }

 private:
  using Values = DenseSet<const Value *>;

  // Up the graph, from each use to the definition.
  void find_blocks(const Instruction &value) {
    SmallVector<const BasicBlock *> above;
    auto need_at_start = [&](const BasicBlock *block) {
      if (block != value.getParent() && at_start_[block].insert(&value).second) above.push_back(block);
    };
    for (const Use &use : value.uses()) {
      auto *user = cast<Instruction>(use.getUser());
      if (auto *phi = dyn_cast<PHINode>(user)) {
        at_end_[phi->getIncomingBlock(use)].insert(&value);
        need_at_start(phi->getIncomingBlock(use));
      } else {
        need_at_start(user->getParent());
      }
    }
    while (!above.empty())
      for (const BasicBlock *before : predecessors(above.pop_back_val())) {
        at_end_[before].insert(&value);
        need_at_start(before);
      }
  }

  void scan(const BasicBlock &block) {
    Values live = at_end_.lookup(&block);
    unsigned sum = 0;
    for (const Value *value : live) sum += sizes_.lookup(value);
    most_ = std::max(most_, sum);
    for (const Instruction &instruction : reverse(block)) {
      if (live.erase(&instruction)) sum -= sizes_.lookup(&instruction);
      if (isa<PHINode>(instruction)) continue;
      for (const Value *operand : instruction.operands())
        if (const unsigned each = sizes_.lookup(operand); each && live.insert(operand).second) sum += each;
      most_ = std::max(most_, sum);
    }
  }

  DenseMap<const Value *, unsigned> sizes_;
  DenseMap<const BasicBlock *, Values> at_start_, at_end_;
  unsigned most_ = 0;
};

}  // namespace

unsigned most_alive(ArrayRef<BasicBlock *> blocks, function_ref<unsigned(const Instruction &)> size) {
  return LiveValues(blocks, size).most();
}

}  // namespace wherry::compiler
