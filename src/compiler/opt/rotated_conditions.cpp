// SPDX-License-Identifier: Apache-2.0
#include "compiler/opt/rotated_conditions.h"

#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace wherry::compiler {

namespace {

constexpr unsigned kDeepest = 8;     // operations, one from the other
constexpr unsigned kMostPairs = 16;  // operations of a condition: the walk visits each pair once for each of its uses

class GuardMatcher {
 public:
  GuardMatcher(const Loop &loop, const RotatedBlocks &blocks) : loop_(loop), blocks_(blocks) {}

  std::optional<RotatedCondition> match() {
    auto *latch = cast<BranchInst>(blocks_.latch->getTerminator()),
         *guard = cast<BranchInst>(blocks_.guard->getTerminator());
    if ((latch->getSuccessor(0) == blocks_.header) != (guard->getSuccessor(0) == blocks_.before)) return {};
    auto *asked = dyn_cast<Instruction>(latch->getCondition()), *first = dyn_cast<Instruction>(guard->getCondition());
    if (!asked || !first || !is_pair(*asked, *first, kDeepest)) return {};
    // A loop around other loops keeps the test of a number that is no counter at its end: LLVM then vectorises the
    // inner loop. With the test in the header the outer loop became one over the grid, and decoding blocks of bytes
    // took 15 times as long.
    const bool tests_number =
        all_of(found_.computed, [](const auto &pair) { return isa<CastInst, ICmpInst>(pair.first); });
    if (tests_number && !loop_.isInnermost()) return {};
    if (!all_of(found_.computed, [&](const auto &pair) { return moves(*pair.first, *pair.second); }) ||
        !no_write_behind_loads(*blocks_.latch, [](const auto &pair) { return pair.first; }) ||
        !no_write_behind_loads(*blocks_.guard, [](const auto &pair) { return pair.second; }))
      return {};
    return std::move(found_);
  }

 private:
  // Whether both blocks compute a value by equal operations; notes them, and the values that they start from.
  bool is_pair(Instruction &one, Instruction &other, unsigned depth) {
    const std::pair<Instruction *, Instruction *> pair{&one, &other};
    if (is_contained(found_.computed, pair)) return true;
    auto *load = dyn_cast<LoadInst>(&one);
    if (depth == 0 || found_.computed.size() + found_.carried.size() >= kMostPairs ||
        one.getParent() != blocks_.latch || other.getParent() != blocks_.guard ||
        !one.isSameOperationAs(&other, Instruction::CompareIgnoringAlignment) ||
        !(isa<BinaryOperator, UnaryOperator, CastInst, CmpInst, SelectInst, GetElementPtrInst, FreezeInst>(one) ||
          (load && load->isSimple())))
      return false;
    for (unsigned i = 0; i < one.getNumOperands(); ++i)
      if (!is_operand(one.getOperand(i), other.getOperand(i), depth - 1)) return false;
    found_.computed.push_back(pair);
    return true;
  }

  bool is_operand(Value *one, Value *other, unsigned depth) {
    if (one == other) return loop_.isLoopInvariant(one);
    auto *computed = dyn_cast<Instruction>(one), *first = dyn_cast<Instruction>(other);
    if (!computed || !loop_.contains(computed)) return false;
    // One value of the latch stands for one of the guard: x + x does not repeat a + b.
    auto is_of_another = [&](const auto &pair) { return pair.first == one && pair.second != other; };
    if (any_of(found_.carried, is_of_another) || any_of(found_.computed, is_of_another)) return false;
    const RotatedCondition before = found_;
    if (first && is_pair(*computed, *first, depth)) return true;
    found_ = before;
    // A loaded value is not carried from iteration to iteration: that takes a register, and the header can load it.
    if (isa<LoadInst>(computed)) return false;
    if (!is_contained(found_.carried, std::pair(one, other))) found_.carried.emplace_back(one, other);
    return true;
  }

  bool is_computed(const Value *value) const {
    return any_of(found_.computed, [&](const auto &pair) { return pair.first == value; });
  }

  // Whether the latch's operation `each` has no users but the condition, phis behind the loop, and phis of the header
  // that have the guard's operation `first` in the first iteration.
  bool moves(const Instruction &each, const Instruction &first) const {
    return all_of(each.users(), [&](const User *user) {
      if (user == blocks_.latch->getTerminator() || is_computed(user)) return true;
      auto *phi = dyn_cast<PHINode>(user);
      return phi && (phi->getParent() == blocks_.out ||
                     (phi->getParent() == blocks_.header && phi->getIncomingValueForBlock(blocks_.before) == &first));
    });
  }

  // Whether nothing behind the condition's first load in a block writes memory.
  template <class Side> bool no_write_behind_loads(BasicBlock &block, Side side) const {
    bool loaded = false;
    for (const Instruction &each : block) {
      if (loaded && (each.mayWriteToMemory() || !isGuaranteedToTransferExecutionToSuccessor(&each))) return false;
      loaded |= isa<LoadInst>(each) && any_of(found_.computed, [&](const auto &pair) { return side(pair) == &each; });
    }
    return true;
  }

  const Loop &loop_;
  const RotatedBlocks &blocks_;
  RotatedCondition found_;
};

}  // namespace

std::optional<RotatedCondition> find_rotated_condition(const Loop &loop, const RotatedBlocks &blocks) {
  return GuardMatcher(loop, blocks).match();
}

}  // namespace wherry::compiler
