// SPDX-License-Identifier: Apache-2.0
#include "compiler/opt/reshape/handed_on.h"

#include "compiler/vectorise/cost.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace wherry::compiler {

bool HandedOnValues::add(PHINode &phi) {
  if (phis_.contains(&phi)) return true;
  // A phi that its own value decides, as a sum, is none.
  if (!asked_.insert(&phi).second || !is_computed(phi.getIncomingValueForBlock(loop_.getLoopLatch()))) return false;
  phis_.insert(&phi);
  return true;
}

// Whether a later iteration can compute the value as this one does.
bool HandedOnValues::is_computed(Value *value) {
  auto *instruction = dyn_cast<Instruction>(value);
  if (!instruction || !loop_.contains(instruction) || computed_.contains(instruction)) return true;
  if (auto *phi = dyn_cast<PHINode>(instruction))
    return phi->getParent() == loop_.getHeader() && (is_counter_(*phi) || add(*phi));
  // An instruction of every iteration was executed in earlier iterations, too, and so is safe to execute for them.
  if (!dominators_.dominates(instruction->getParent(), loop_.getLoopLatch())) return false;
  if (auto *load = dyn_cast<LoadInst>(instruction)) {
    if (!load->isSimple()) return false;
    loads_.insert(load);
  } else if (instruction->mayReadOrWriteMemory() || instruction->mayHaveSideEffects() ||
             (isa<CallBase>(instruction) && !isa<IntrinsicInst>(instruction))) {
    return false;
  }
  computed_.insert(instruction);
  return computed_.size() <= cost::kMostHandedOn &&
         all_of(instruction->operands(), [&](Value *operand) { return is_computed(operand); });
}

void HandedOnValues::emit_by(IRBuilder<> &builder, Value *number, CounterAt counter_at) {
  builder_ = &builder, number_ = number, counter_at_ = std::move(counter_at);
}

// The value of a phi `before` iterations earlier. The loop's first `before` iterations have no such iteration, and do
// not use the value: they get the first iteration's.
Value *HandedOnValues::phi_in(PHINode &phi, unsigned before) {
  Value *&made = emitted_[{&phi, before}];
  if (made) return made;
  Value *first = phi.getIncomingValueForBlock(loop_.getLoopPreheader());
  Value *later = value_in(phi.getIncomingValueForBlock(loop_.getLoopLatch()), before + 1);
  Value *is_first = builder_->CreateICmpULE(number_, builder_->getInt64(before));
  return made = builder_->CreateSelect(is_first, first, later, phi.getName());
}

Value *HandedOnValues::value_in(Value *value, unsigned before) {
  auto *instruction = dyn_cast<Instruction>(value);
  if (!instruction || !loop_.contains(instruction)) return value;
  auto *phi = dyn_cast<PHINode>(instruction);
  if (phi && phis_.contains(phi)) return phi_in(*phi, before);
  Value *&made = emitted_[{value, before}];
  if (made) return made;
  if (phi) {
    Value *number = builder_->CreateBinaryIntrinsic(llvm::Intrinsic::usub_sat, number_, builder_->getInt64(before));
    return made = counter_at_(*phi, number);
  }
  Instruction *copy = instruction->clone();
  for (Use &operand : copy->operands()) operand.set(value_in(operand, before));
  return made = builder_->Insert(copy, instruction->getName());
}

}  // namespace wherry::compiler
