// SPDX-License-Identifier: Apache-2.0
#include "compiler/ir/intrinsics.h"
#include "compiler/opt/reshape/address_expressions.h"
#include "compiler/opt/reshape/id_rewriting.h"
#include "compiler/opt/reshape/reshaping.h"
#include "kernel_abi/abi.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/ConstantRange.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace wherry::compiler {

namespace {

// A work-group's id times the size of work-groups, times a number.
struct GroupProduct {
  Instruction *operation;
  unsigned dimension;
  Value *times;   // null: 1
  bool is_exact;  // whether none of this wraps around as a signed number, or else nothing is defined
};

// The number in a product or shift to the left, and what it multiplies; 0: none.
uint64_t factor_in(Value *product, Value *&multiplied) {
  const APInt *number;
  if (match(product, m_Mul(m_Value(multiplied), m_APInt(number)))) return number->getLimitedValue();
  if (match(product, m_Shl(m_Value(multiplied), m_APInt(number)))) return uint64_t{1} << number->getLimitedValue(63);
  return 0;
}

// The size of the elements that lie behind a pointer, through which they are loaded or stored; 0: unknown.
uint64_t element_size(const Value &pointer) {
  for (const User *user : pointer.users()) {
    if (getLoadStorePointerOperand(user) == &pointer)
      return cast<Instruction>(user)->getDataLayout().getTypeStoreSize(getLoadStoreType(user)).getFixedValue();
    if (const uint64_t size = isa<GetElementPtrInst>(user) ? element_size(*user) : 0) return size;
  }
  return 0;
}

// A number of bytes becomes one of elements where a product moves a pointer.
uint64_t in_elements(uint64_t factor, const Instruction &product) {
  const auto *address = product.hasOneUse() ? dyn_cast<GetElementPtrInst>(*product.user_begin()) : nullptr;
  const uint64_t size = address && address->getSourceElementType()->isIntegerTy(8) ? element_size(*address) : 0;
  return size && factor % size == 0 ? factor / size : factor;
}

bool has_local_id(const SCEV *number) {
  return SCEVExprContains(number, [](const SCEV *part) {
    auto *leaf = dyn_cast<SCEVUnknown>(part);
    return leaf && dimension_of(leaf->getValue(), Intrinsic::__wherry_local_id);
  });
}

class GroupedIds final : public Reshaping {
 public:
  GroupedIds(Function &group, bool turned) : group_(group), turned_(turned) {}

  bool find() override;
  void emit(LaunchShape &shape) override;
  void apply() override;
  // Else turned work-items are tried next.
  Hindrance hindrance() const override { return turned_ ? hindrance_ : Hindrance(); }

 private:
  bool find_products(Instruction &group_id, Value &value);
  void turn();
  void replace_products();
  void replace_narrow_ids();
  void replace_operands();
  CallInst *call(IRBuilder<> &builder, Intrinsic id, unsigned dimension) const {
    return builder.CreateCall(declare_intrinsic(*group_.getParent(), id), {builder.getInt32(dimension)});
  }

  Function &group_;
  const bool turned_;
  std::array<uint64_t, 3> sizes_{};  // by which work-groups' ids are multiplied; 0: by none
  std::array<bool, 3> any_size_{};   // whether they are multiplied by the local size
  SmallVector<GroupProduct, 4> products_;
  LaunchShape *shape_ = nullptr;
  Hindrance hindrance_;
};

bool GroupedIds::find() {
  for (Instruction &instruction : instructions(group_))
    if (dimension_of(&instruction, Intrinsic::__wherry_group_id) && !find_products(instruction, instruction)) {
      hindrance_ = {&instruction, "a work-group's id is used for more than its first work-item's"};
      return false;
    }
  return !turned_ || (sizes_[0] && sizes_[0] == sizes_[1]);
}

// Whether a work-group's id, or a conversion of it, is only multiplied, always by the same size.
bool GroupedIds::find_products(Instruction &group_id, Value &value) {
  const unsigned dimension = *dimension_of(&group_id, Intrinsic::__wherry_group_id);
  return all_of(value.users(), [&](User *user) {
    auto *operation = cast<Instruction>(user);
    if (isa<TruncInst, SExtInst, ZExtInst>(operation) && operation->getType()->getIntegerBitWidth() >= 32)
      return find_products(group_id, *operation);
    Value *multiplied, *factor = nullptr, *times = nullptr;
    uint64_t size = factor_in(operation, multiplied);
    if (size == 0 && match(operation, m_c_Mul(m_Specific(&value), m_Value(factor)))) {
      if (local_size_of(without_conversions(factor)) == dimension) {
        products_.push_back({operation, dimension, nullptr, true});
        any_size_[dimension] = true;
        return true;
      }
      size = factor_in(factor, times);
    }
    if (const uint64_t elements = in_elements(size, *operation); !times && elements != size) {
      times = ConstantInt::get(operation->getType(), size / elements);
      size = elements;
    }
    if (size == 0 || size > abi::kMaxWorkGroupSize || (sizes_[dimension] && sizes_[dimension] != size)) return false;
    sizes_[dimension] = size;
    auto wraps = [](Value *each) {
      auto *overflowing = each ? dyn_cast<OverflowingBinaryOperator>(each) : nullptr;
      return overflowing && !overflowing->hasNoSignedWrap();
    };
    products_.push_back({operation, dimension, times, !times || !(wraps(operation) || wraps(factor))});
    return true;
  });
}

void GroupedIds::emit(LaunchShape &shape) {
  shape_ = &shape;
  IRBuilder<> &builder = shape.builder;
  for (unsigned dimension = 0; dimension < 3; ++dimension) {
    shape.require_within(shape.asked(dimension), 1, kMostLaunchFactor - 1);
    if (!sizes_[dimension] && !any_size_[dimension]) continue;
    Value *size = builder.getInt64(sizes_[dimension]);
    if (sizes_[dimension])
      shape.require(builder.CreateICmpEQ(shape.local_size(dimension), size));
    else
      size = builder.CreateBinaryIntrinsic(llvm::Intrinsic::umax, shape.local_size(dimension), builder.getInt64(1));
    shape.require(builder.CreateICmpEQ(builder.CreateURem(shape.asked(dimension), size), builder.getInt64(0)));
  }
}

void GroupedIds::apply() {
  if (turned_) turn();
  replace_products();
  replace_narrow_ids();
  replace_operands();
  remove_dead_code(group_);
}

// Work-items of a square work-group change places.
void GroupedIds::turn() {
  SmallVector<CallInst *> global_ids;
  for (Instruction &instruction : instructions(group_)) {
    if (auto dimension = dimension_of(&instruction, Intrinsic::__wherry_local_id); dimension && *dimension < 2)
      cast<CallInst>(instruction).setArgOperand(0, IRBuilder<>(&instruction).getInt32(1 - *dimension));
    if (auto dimension = dimension_of(&instruction, Intrinsic::__wherry_global_id); dimension && *dimension < 2)
      global_ids.push_back(cast<CallInst>(&instruction));
  }
  for (CallInst *global_id : global_ids) {
    const unsigned dimension = *dimension_of(global_id, Intrinsic::__wherry_global_id);
    IRBuilder<> builder(global_id->getNextNode());
    Value *own = call(builder, Intrinsic::__wherry_local_id, dimension);
    Value *first = builder.CreateSub(global_id, own);
    Value *turned = builder.CreateAdd(first, call(builder, Intrinsic::__wherry_local_id, 1 - dimension));
    global_id->replaceUsesWithIf(turned, [&](Use &use) { return use.getUser() != first; });
  }
}

// A work-group's id times its size is the global id without the local id. LaunchShape makes sure that both fit in 31
// bits.
void GroupedIds::replace_products() {
  for (auto [product, dimension, times, is_exact] : products_) {
    IRBuilder<> builder(product);
    CallInst *global_id = call(builder, Intrinsic::__wherry_global_id, dimension);
    global_id->addRangeRetAttr(ConstantRange(APInt(64, 0), APInt(64, kMostLaunchFactor)));
    CallInst *local_id = call(builder, Intrinsic::__wherry_local_id, dimension);
    local_id->addRangeRetAttr(
        ConstantRange(APInt(64, 0), APInt(64, sizes_[dimension] ? sizes_[dimension] : abi::kMaxWorkGroupSize)));
    auto as = [&](Value *id) {
      Value *narrow = builder.CreateTrunc(id, product->getType());
      return times ? builder.CreateMul(narrow, times) : narrow;
    };
    if (is_exact) {
      Value *first = builder.CreateSub(global_id, local_id);
      if (times) first = builder.CreateMul(first, builder.CreateSExt(times, first->getType()));
      for (User *user : make_early_inc_range(product->users()))
        if ((isa<SExtInst>(user) || (isa<ZExtInst>(user) && !times)) && user->getType() == first->getType())
          user->replaceAllUsesWith(first);
    }
    // Two truncations: scalar evolution does not look into the truncation of a difference.
    product->replaceAllUsesWith(builder.CreateSub(as(global_id), as(local_id)));
  }
}

// Conversions of local ids keep them.
void GroupedIds::replace_narrow_ids() {
  for (Instruction &instruction : instructions(group_))
    if (isa<SExtInst, ZExtInst>(instruction) && instruction.getType()->isIntegerTy(64))
      if (auto *narrow = dyn_cast<TruncInst>(instruction.getOperand(0));
          narrow && id_use_of(narrow, Intrinsic::__wherry_local_id))
        instruction.replaceAllUsesWith(narrow->getOperand(0));
}

// Computes what in the end does not hang on local ids without them.
void GroupedIds::replace_operands() {
  const IdCalls calls = unify_id_calls(group_, {Intrinsic::__wherry_local_id, Intrinsic::__wherry_global_id});
  AddressExpressions addresses(group_);
  addresses.bound_local_ids();
  ScalarEvolution &evolution = addresses.scev();
  auto is_known_at = [&](const SCEV *number, const Instruction &place) {
    return !SCEVExprContains(number, [&](const SCEV *part) {
      auto *leaf = dyn_cast<SCEVUnknown>(part);
      return leaf && !addresses.dominators().dominates(leaf->getValue(), &place);
    });
  };
  // All that is computed from local ids.
  SmallSetVector<Value *, 32> computed;
  for (auto &[id, call] : calls)
    if (id.first == Intrinsic::__wherry_local_id) computed.insert(call);
  for (unsigned k = 0; k < computed.size(); ++k)
    for (User *user : computed[k]->users())
      if (evolution.isSCEVable(user->getType()) && !user->getType()->isIntegerTy(1) && !isa<PHINode, LoadInst>(user))
        computed.insert(user);
  SCEVExpander expander(evolution, "grouped");
  SmallVector<std::pair<Use *, const SCEV *>> replaced;
  for (Value *value : computed)
    for (Use &use : value->uses()) {
      auto &user = *cast<Instruction>(use.getUser());
      if (isa<PHINode>(user) || (computed.contains(&user) && !isa<SCEVUnknown>(evolution.getSCEV(&user)))) continue;
      const SCEV *number = evolution.getSCEV(value);
      if (has_local_id(number)) number = distributed(number, evolution);
      if (getLoadStorePointerOperand(&user) == value) {
        // Narrow numbers that may wrap around only where nothing else does without local ids.
        const bool has_one = has_local_id(number);
        const SCEV *whole = nullptr;
        const bool found = addresses.offset_if(user, [&](const SCEV *offset, bool is_exact) {
          whole = distributed(offset, evolution);
          return (is_exact || has_one) && !has_local_id(whole);
        });
        if (found) number = evolution.getAddExpr(whole, evolution.getPointerBase(number));
      }
      if (!has_local_id(number) && is_known_at(number, user) && expander.isSafeToExpand(number))
        replaced.emplace_back(&use, number);
    }
  // Else the expander would take what is there already.
  for (auto &[id, call] : calls)
    if (id.first == Intrinsic::__wherry_local_id) evolution.forgetValue(call);
  addresses.require_bounds(*shape_);
  for (auto &[use, number] : replaced) use->set(expand_at(*cast<Instruction>(use->getUser()), number, expander));
}

}  // namespace

std::unique_ptr<Reshaping> grouped_ids(Function &group, bool turned) {
  return std::make_unique<GroupedIds>(group, turned);
}

}  // namespace wherry::compiler
