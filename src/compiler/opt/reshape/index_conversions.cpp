// SPDX-License-Identifier: Apache-2.0
#include "compiler/opt/reshape/index_conversions.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace wherry::compiler {

// The 32 bits that are shifted into the upper half of 64 bits. Null: the value is of another form.
static Value *shifted_up(Value *value, IRBuilder<> &builder) {
  const APInt *number;
  Value *left, *right;
  if (match(value, m_APInt(number)) && number->countr_zero() >= 32)
    return builder.getInt32(uint32_t(number->getZExtValue() >> 32));
  if (match(value, m_Shl(m_Value(left), m_APInt(number))) && number->uge(32)) {
    Value *lower = builder.CreateTrunc(left, builder.getInt32Ty());
    return *number == 32 ? lower : builder.CreateShl(lower, number->getZExtValue() - 32);
  }
  if (!match(value, m_Add(m_Value(left), m_Value(right)))) return nullptr;
  Value *one = shifted_up(left, builder), *other = one ? shifted_up(right, builder) : nullptr;
  if (other) return builder.CreateAdd(one, other);
  if (one) RecursivelyDeleteTriviallyDeadInstructions(one);
  return nullptr;
}

// The number of 32 bits that the instruction converts; null: it converts none. `shift`: the bits by which the result is
// shifted.
static Value *converted(Instruction &instruction, IRBuilder<> &builder, uint64_t &shift) {
  const APInt *number;
  Value *value;
  if (match(&instruction, m_And(m_Value(value), m_SpecificInt(UINT32_MAX)))) {
    shift = 0;
    return builder.CreateTrunc(value, builder.getInt32Ty());
  }
  if (!match(&instruction, m_Shr(m_Value(value), m_APInt(number))) || number->ugt(32)) return nullptr;
  shift = 32 - number->getZExtValue();
  return shifted_up(value, builder);
}

bool write_conversions(Function &group) {
  SmallVector<WeakTrackingVH> dead;
  for (Instruction &instruction : make_early_inc_range(instructions(group))) {
    if (!instruction.getType()->isIntegerTy(64)) continue;
    IRBuilder<> builder(&instruction);
    uint64_t shift = 0;
    Value *narrow = converted(instruction, builder, shift);
    if (!narrow) continue;
    Value *wide = builder.CreateIntCast(narrow, instruction.getType(), instruction.getOpcode() == Instruction::AShr);
    instruction.replaceAllUsesWith(shift ? builder.CreateShl(wide, shift) : wide);
    dead.emplace_back(&instruction);
  }
  const bool changed = !dead.empty();
  RecursivelyDeleteTriviallyDeadInstructions(dead);
  return changed;
}

bool keeps_index(const Value &conversion) {
  return conversion.getType()->isIntegerTy() &&
         (isa<SExtInst, ZExtInst, FreezeInst>(conversion) ||
          (isa<TruncInst>(conversion) && conversion.getType()->getIntegerBitWidth() >= 32));
}

const Value *without_conversions(const Value *number) {
  while (keeps_index(*number)) number = cast<Instruction>(number)->getOperand(0);
  return number;
}

Value *without_extension(Value *value, bool is_signed) {
  while (isa<FreezeInst>(value) || (is_signed ? isa<SExtInst>(value) : isa<ZExtInst>(value)))
    value = cast<Instruction>(value)->getOperand(0);
  return value;
}

void IndexConversions::add_root(Instruction &index) {
  same_.insert(&index);
  bits_ = std::min(bits_, index.getType()->getIntegerBitWidth());
}

void IndexConversions::collect(function_ref<void(Instruction &, Instruction &)> other) {
  for (unsigned k = 0; k < same_.size(); ++k)
    for (User *user : same_[k]->users())
      if (!is_conversion(*cast<Instruction>(user))) other(*cast<Instruction>(user), *same_[k]);
}

bool IndexConversions::is_conversion(Instruction &user) {
  if (!keeps_index(user)) return false;
  bits_ = std::min(bits_, user.getType()->getIntegerBitWidth());
  same_.insert(&user);
  return true;
}

bool IndexConversions::contains(const Value *value) const {
  auto *instruction = dyn_cast<Instruction>(value);
  return instruction && same_.contains(const_cast<Instruction *>(instruction));
}

void IndexConversions::replace(function_ref<Value *(Type *)> index_of) {
  for (Instruction *each : same_) each->replaceAllUsesWith(index_of(each->getType()));
}

Value *convert_index(IRBuilder<> &builder, Value *index, Type *type) {
  if (type->getIntegerBitWidth() >= index->getType()->getIntegerBitWidth()) return builder.CreateSExt(index, type);
  return builder.CreateTrunc(index, type, "", /*IsNUW=*/true, /*IsNSW=*/true);
}

}  // namespace wherry::compiler
