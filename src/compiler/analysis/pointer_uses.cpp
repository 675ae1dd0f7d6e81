// SPDX-License-Identifier: Apache-2.0
#include "compiler/analysis/pointer_uses.h"

#include "compiler/analysis/argument_origin.h"
#include "compiler/ir/intrinsics.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace wherry::compiler {

static PointerUse::Kind kind_of(const Use &use) {
  auto *user = dyn_cast<Instruction>(use.getUser());
  const unsigned operand = use.getOperandNo();
  if (!user) return PointerUse::constant;
  if (isa<LoadInst>(user)) return PointerUse::load;
  if (isa<StoreInst>(user))
    return operand == StoreInst::getPointerOperandIndex() ? PointerUse::store : PointerUse::stored_itself;
  if (isa<AtomicRMWInst>(user))
    return operand == AtomicRMWInst::getPointerOperandIndex() ? PointerUse::atomic : PointerUse::stored_itself;
  if (isa<AtomicCmpXchgInst>(user))
    return operand == AtomicCmpXchgInst::getPointerOperandIndex() ? PointerUse::atomic : PointerUse::stored_itself;
  if (isa<ICmpInst>(user)) return PointerUse::compare;
  if (isa<GetElementPtrInst, PHINode, SelectInst, AddrSpaceCastInst, FreezeInst>(user)) return PointerUse::derived;
  auto *call = dyn_cast<CallBase>(user);
  if (!call) return PointerUse::other;
  if (isa<LifetimeIntrinsic>(call)) return PointerUse::lifetime;
  if (auto *memory = dyn_cast<MemIntrinsic>(call))
    return &use == &memory->getRawDestUse() ? PointerUse::memory_dest : PointerUse::memory_source;
  if (is_group_operation(intrinsic_of(*call))) return PointerUse::group_operation;
  // printf reads strings before it returns.
  if (is_printf(*call)) return PointerUse::call;
  return call->isArgOperand(&use) && call->doesNotCapture(call->getArgOperandNo(&use)) ? PointerUse::call
                                                                                       : PointerUse::captured;
}

static bool is_followed(const Instruction &user, PointerUses::Follow follow) {
  return isa<GetElementPtrInst>(user) || (follow.choices && isa<PHINode, SelectInst>(user)) ||
         (follow.casts && isa<AddrSpaceCastInst>(user)) || (follow.freezes && isa<FreezeInst>(user));
}

PointerUses::PointerUses(const Value &object, Follow follow, function_ref<bool(const Instruction &)> counts) {
  SmallVector<const Value *> work{&object};
  addresses_.insert(&object);
  while (!work.empty())
    for (const Use &use : work.pop_back_val()->uses()) {
      auto *user = dyn_cast<Instruction>(use.getUser());
      if (user && counts && !counts(*user)) continue;
      if (!user || !is_followed(*user, follow))
        uses_.push_back({kind_of(use), &use});
      else if (addresses_.insert(user))
        work.push_back(user);
    }
}

// False if an address may also lead to another object, or may point into the middle of an element.
static bool steps_by(uint64_t element, const Value &address, const PointerUses &uses, const DataLayout &layout) {
  if (isa<PHINode, SelectInst>(address))
    for (const Value *operand : cast<Instruction>(address).operands())
      if (operand->getType()->isPointerTy() && !uses.is_derived(operand)) return false;
  auto *step = dyn_cast<GEPOperator>(&address);
  if (!step) return true;
  SmallMapVector<Value *, APInt, 4> scales;
  APInt constant(64, 0);
  // LLVM writes 4 * (int)i as bytes: i << 32 >> 30.
  auto zeros = [&](auto &scale) {
    return scale.second.countr_zero() + computeKnownBits(scale.first, layout).countMinTrailingZeros();
  };
  return step->collectOffset(layout, 64, scales, constant) && constant.srem(int64_t(element)) == 0 &&
         all_of(scales, [&](auto &scale) { return zeros(scale) >= Log2_64(element); });
}

bool lets_escape(PointerUse::Kind kind) {
  switch (kind) {
  case PointerUse::load:
  case PointerUse::store:
  case PointerUse::memory_dest:
  case PointerUse::memory_source:
  case PointerUse::lifetime:
  case PointerUse::compare:
  case PointerUse::call: return false;
  default: return true;
  }
}

bool begins_lifetime(const PointerUse &use) {
  return use.kind == PointerUse::lifetime &&
         cast<IntrinsicInst>(use.user())->getIntrinsicID() == llvm::Intrinsic::lifetime_start;
}

uint64_t indexed_element(const PointerUses &uses, const DataLayout &layout) {
  uint64_t element = 0;
  for (const PointerUse &use : uses.uses()) {
    if (is_contained({PointerUse::memory_dest, PointerUse::memory_source, PointerUse::lifetime}, use.kind)) continue;
    if (use.kind != PointerUse::load && use.kind != PointerUse::store) return 0;
    Type *type = getLoadStoreType(use.user());
    const uint64_t size = layout.getTypeStoreSize(type);
    if (!isPowerOf2_64(size) || size > 8 || type->isVectorTy() || type->isAggregateType()) return 0;
    if (element && element != size) return 0;
    element = size;
  }
  const bool steps = element && all_of(uses.addresses(),
                                       [&](const Value *address) { return steps_by(element, *address, uses, layout); });
  return steps ? element : 0;
}

static const char *text_of(PointerUse::Kind kind) {
  switch (kind) {
  case PointerUse::load: return "load";
  case PointerUse::store: return "store";
  case PointerUse::stored_itself: return "stored itself";
  case PointerUse::atomic: return "atomic";
  case PointerUse::memory_dest: return "memory intrinsic's destination";
  case PointerUse::memory_source: return "memory intrinsic's source";
  case PointerUse::lifetime: return "lifetime";
  case PointerUse::compare: return "compare";
  case PointerUse::group_operation: return "work-group operation";
  case PointerUse::call: return "call";
  case PointerUse::captured: return "captured";
  case PointerUse::derived: return "derived";
  case PointerUse::constant: return "constant";
  case PointerUse::other: return "other";
  }
  llvm_unreachable("no kind of a pointer's use");
}

void PointerUses::print(raw_ostream &out) const {
  out << "  ";
  object().printAsOperand(out, /*PrintType=*/false);
  out << ":\n";
  for (const PointerUse &use : uses_) out << "    " << text_of(use.kind) << ":" << *use.use->getUser() << "\n";
}

void ObjectUses::print(raw_ostream &out) const {
  for (const PointerUses &uses : objects) uses.print(out);
}

AnalysisKey PointerUsesAnalysis::Key;

ObjectUses PointerUsesAnalysis::run(Function &group, FunctionAnalysisManager &analyses) {
  const ArgumentOrigins &origins = analyses.getResult<ArgumentOriginAnalysis>(group);
  ObjectUses found;
  for (const Instruction &instruction : instructions(group))
    if (isa<AllocaInst>(instruction) ||
        (instruction.getType()->isPointerTy() && origins.of(&instruction).is_address_of_argument(instruction)))
      found.objects.emplace_back(instruction, PointerUses::Follow{});
  return found;
}

}  // namespace wherry::compiler
