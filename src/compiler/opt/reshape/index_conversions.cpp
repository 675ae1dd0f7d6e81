// SPDX-License-Identifier: Apache-2.0
#include "compiler/opt/reshape/index_conversions.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace wherry::compiler {

void IndexConversions::add_root(Instruction &index) {
  same_.insert(&index);
  bits_ = std::min(bits_, index.getType()->getIntegerBitWidth());
}

void IndexConversions::collect(function_ref<void(Instruction &, Instruction &)> other) {
  for (unsigned k = 0; k < same_.size(); ++k)
    for (User *user : same_[k]->users())
      if (!is_conversion(*cast<Instruction>(user), *same_[k])) other(*cast<Instruction>(user), *same_[k]);
}

bool IndexConversions::is_conversion(Instruction &user, Instruction &index) {
  constexpr unsigned kLeastBits = 32;  // of a conversion that keeps the index of most launches
  const unsigned bits = user.getType()->isIntegerTy() ? user.getType()->getIntegerBitWidth() : 0;
  const APInt *number, *other;
  if (isa<SExtInst, ZExtInst, FreezeInst>(user) || (isa<TruncInst>(user) && bits >= kLeastBits)) {
    bits_ = std::min(bits_, bits);
    same_.insert(&user);
    return true;
  }
  if (match(&user, m_And(m_Specific(&index), m_APInt(number))) && number->isMask() &&
      number->getActiveBits() >= kLeastBits) {  // as LLVM writes an extension of a truncation
    bits_ = std::min(bits_, number->getActiveBits() + 1);
    same_.insert(&user);
    return true;
  }
  if (!match(&user, m_Shl(m_Specific(&index), m_APInt(number))) || bits - number->getZExtValue() < kLeastBits)
    return false;
  for (User *next : user.users()) {  // and a signed one, or its product with the bytes of an element
    if (!match(next, m_AShr(m_Specific(&user), m_APInt(other))) || other->ugt(*number)) continue;
    bits_ = std::min<unsigned>(bits_, bits - unsigned(number->getZExtValue()));
    if (*other == *number)
      same_.insert(cast<Instruction>(next));
    else
      products_.emplace_back(cast<Instruction>(next), (*number - *other).getZExtValue());
  }
  return true;
}

bool IndexConversions::contains(const Value *value) const {
  auto *instruction = dyn_cast<Instruction>(value);
  return instruction && same_.contains(const_cast<Instruction *>(instruction));
}

void IndexConversions::replace(function_ref<Value *(Type *)> index_of, IRBuilder<> &builder) {
  for (Instruction *each : same_) each->replaceAllUsesWith(index_of(each->getType()));
  for (const auto &[product, factor] : products_)
    product->replaceAllUsesWith(builder.CreateShl(index_of(product->getType()), factor));
}

Value *convert_index(IRBuilder<> &builder, Value *index, Type *type) {
  if (type->getIntegerBitWidth() >= index->getType()->getIntegerBitWidth()) return builder.CreateSExt(index, type);
  return builder.CreateTrunc(index, type, "", /*IsNUW=*/true, /*IsNSW=*/true);
}

}  // namespace wherry::compiler
