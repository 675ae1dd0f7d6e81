// SPDX-License-Identifier: Apache-2.0
#include "compiler/opt/choose_elements.h"

#include <numeric>

#include "compiler/analysis/uniformity.h"
#include "compiler/ir/changed_instructions.h"
#include "compiler/ir/diagnostics.h"
#include "compiler/ir/kernel_facts.h"
#include "compiler/opt/unroll_arrays.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace wherry::compiler {

namespace {

// Elements that one access may choose from: it takes a comparison and a selection for each, a gather or a scatter some
// 20 instructions for 16 lanes.
constexpr uint64_t kMostElements = 8;
// Elements of an array: a palette of eight colours by bytes.
constexpr uint64_t kMostAll = 32;
// Selections of an array: what is built is a few times that.
constexpr uint64_t kMostSelections = 128;

class ChosenArray {
 public:
  explicit ChosenArray(AllocaInst &array) : array_(array), layout_(array.getDataLayout()) {}

  // If all loads are of whole elements, a store of some of an element's bytes, at a known place, becomes a load of the
  // element and a store of it with these bytes replaced. LLVM joins loads of neighbouring bytes (a colour's members),
  // but not the stores. Returns whether the function has changed.
  bool widen_stores(function_ref<const Uniformity &()> uniformity);
  // Whether the pass can replace every use of the array, and some loads or stores compute which element they access.
  bool find();
  // Computes each access's index beside its address.
  void make_indices();
  bool has_divergent_index(const Uniformity &uniformity) const;
  void replace();

 private:
  bool find_uses();
  bool has_form(GetElementPtrInst &step);
  bool fills_whole(const MemSetInst &fill) const;
  // The elements that an address may lead to: those a multiple of `step` before or behind `first`; if `step` is 0,
  // `first` alone.
  struct Choice {
    uint64_t step, first;  // `first` may be negative: sums wrap around
    bool has(uint64_t element) const { return step ? int64_t(element - first) % int64_t(step) == 0 : element == first; }
  };
  Choice choice_of(const Value *address) const;
  uint64_t number_of(const Choice &choice) const;
  Value *index_of(Value *address);
  Value *index_of(GetElementPtrInst &step, IRBuilder<> &builder);
  uint64_t size() const { return *array_.getAllocationSize(layout_) / bytes_; }

  AllocaInst &array_;
  const DataLayout &layout_;
  Type *type_ = nullptr;  // of an element; of a vector, a number of its bits
  uint64_t bytes_ = 0;
  SmallSetVector<Instruction *, 8> addresses_;  // the array's first
  SmallVector<Instruction *, 8> accesses_, markers_;
  SmallVector<MemSetInst *, 2> fills_;
  DenseMap<const Value *, Value *> indices_;  // of elements, in 64 bits, by addresses
};

bool ChosenArray::widen_stores(function_ref<const Uniformity &()> uniformity) {
  const auto all = array_.getAllocationSize(layout_);
  if (!array_.isStaticAlloca() || !all || all->isScalable() || !find_uses() || !fills_.empty()) return false;
  bytes_ = 1;  // choice_of() counts bytes
  SmallVector<StoreInst *> parts;
  SmallVector<LoadInst *> loads;
  for (Instruction *access : accesses_)
    if (auto *load = dyn_cast<LoadInst>(access))
      loads.push_back(load);
    else
      parts.push_back(cast<StoreInst>(access));
  Type *whole = loads.empty() ? nullptr : loads.front()->getType();
  if (!whole || !whole->isIntegerTy() || whole->getIntegerBitWidth() > 64) return false;
  const uint64_t bytes = whole->getIntegerBitWidth() / 8;
  if (!isPowerOf2_64(bytes) || whole->getIntegerBitWidth() % 8 != 0 || *all % bytes != 0 ||
      *all / bytes > kMostElements || loads.size() * (*all / bytes) > kMostSelections)
    return false;
  erase_if(parts, [&](const StoreInst *store) { return store->getValueOperand()->getType() == whole; });
  const bool fits = all_of(parts, [&](const StoreInst *store) {
    Type *type = store->getValueOperand()->getType();
    const Choice place = choice_of(store->getPointerOperand());
    return type->isIntegerTy() && type->getIntegerBitWidth() % 8 == 0 && place.step == 0 &&
           place.first % bytes + type->getIntegerBitWidth() / 8 <= bytes && place.first < *all;
  });
  const bool is_aligned = all_of(loads, [&](const LoadInst *load) {
    const Choice place = choice_of(load->getPointerOperand());
    return load->getType() == whole && place.step % bytes == 0 && place.first % bytes == 0;
  });
  if (parts.empty() || !fits || !is_aligned || none_of(loads, [&](const LoadInst *load) {
        auto *step = dyn_cast<GetElementPtrInst>(load->getPointerOperand());
        return step && any_of(step->indices(), [&](const Use &index) { return !uniformity().uniform(*index); });
      }))
    return false;
  for (StoreInst *store : parts) {
    IRBuilder<> builder(store);
    const uint64_t first = choice_of(store->getPointerOperand()).first, bits = 8 * (first % bytes);
    Value *place = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), &array_, first - first % bytes);
    const Align align = commonAlignment(array_.getAlign(), first - first % bytes);
    // Poison that is overwritten later must not reach the element's other bytes.
    Value *part = builder.CreateZExt(builder.CreateFreeze(store->getValueOperand()), whole);
    const APInt replaced =
        APInt::getBitsSet(unsigned(8 * bytes), unsigned(bits),
                          unsigned(bits + store->getValueOperand()->getType()->getIntegerBitWidth()));
    Value *others = builder.CreateAnd(builder.CreateAlignedLoad(whole, place, align), builder.getInt(~replaced));
    builder.CreateAlignedStore(builder.CreateOr(others, builder.CreateShl(part, bits)), place, align);
    Value *old = store->getPointerOperand();
    store->eraseFromParent();
    RecursivelyDeleteTriviallyDeadInstructions(old);
  }
  return true;
}

bool ChosenArray::find() {
  const auto all = array_.getAllocationSize(layout_);
  if (!array_.isStaticAlloca() || !all || all->isScalable() || !find_uses() || accesses_.empty()) return false;
  // The first access tells what an element is.
  Type *first = getLoadStoreType(accesses_.front());
  bytes_ = layout_.getTypeAllocSize(first);
  const uint64_t bits = layout_.getTypeSizeInBits(first);
  if (!first->isSingleValueType() || layout_.getTypeStoreSize(first) != bytes_ || *all % bytes_ != 0 || size() < 2 ||
      size() > kMostAll || (first->isVectorTy() && (bits > 64 || bits != 8 * bytes_ || first->isPtrOrPtrVectorTy())))
    return false;
  type_ = first->isVectorTy() ? Type::getIntNTy(array_.getContext(), unsigned(bits)) : first;
  if (!all_of(accesses_, [&](const Instruction *access) { return getLoadStoreType(access) == first; }) ||
      !all_of(fills_, [&](const MemSetInst *fill) { return fills_whole(*fill); }) ||
      !all_of(addresses_, [&](Instruction *address) {
        auto *step = dyn_cast<GetElementPtrInst>(address);
        return !step || has_form(*step);
      }))
    return false;
  uint64_t selections = 0;
  for (const Instruction *access : accesses_) {
    const uint64_t number = number_of(choice_of(getLoadStorePointerOperand(access)));
    if (number > kMostElements) return false;
    if (number > 1) selections += number;
  }
  return selections != 0 && selections <= kMostSelections;
}

ChosenArray::Choice ChosenArray::choice_of(const Value *address) const {
  Choice choice{0, 0};
  while (auto *step = dyn_cast<GetElementPtrInst>(address)) {
    SmallMapVector<Value *, APInt, 4> factors;
    APInt constant(64, 0);
    step->collectOffset(layout_, 64, factors, constant);
    for (const auto &[value, factor] : factors)
      choice.step = std::gcd(choice.step, factor.abs().getZExtValue() / bytes_);
    // A product that wraps around is a multiple of powers of two alone.
    if (!step->isInBounds()) choice.step &= -choice.step;
    choice.first += uint64_t(constant.getSExtValue() / int64_t(bytes_));
    address = step->getPointerOperand();
  }
  return address == &array_ ? choice : Choice{1, 0};
}

uint64_t ChosenArray::number_of(const Choice &choice) const {
  uint64_t number = 0;
  for (uint64_t k = 0; k < size(); ++k) number += choice.has(k);
  return number;
}

bool ChosenArray::find_uses() {
  addresses_.insert(&array_);
  for (unsigned k = 0; k < addresses_.size(); ++k)
    for (Use &use : addresses_[k]->uses()) {
      auto *user = cast<Instruction>(use.getUser());
      if (isa<GetElementPtrInst, SelectInst, PHINode>(user)) {
        addresses_.insert(user);
      } else if (user->isLifetimeStartOrEnd()) {
        markers_.push_back(user);
      } else if (auto *fill = dyn_cast<MemSetInst>(user); fill && k == 0) {
        fills_.push_back(fill);
      } else if (getLoadStorePointerOperand(user) == addresses_[k] && !user->isAtomic() && !user->isVolatile() &&
                 (!isa<StoreInst>(user) || use.getOperandNo() == StoreInst::getPointerOperandIndex())) {
        accesses_.push_back(user);
      } else {
        return false;
      }
    }
  // No address has gone elsewhere. A pointer that is chosen has to lead into the array, whatever is chosen.
  return all_of(addresses_, [&](Instruction *address) {
    return !isa<SelectInst, PHINode>(address) || all_of(address->operands(), [&](const Use &operand) {
      auto *instruction = dyn_cast<Instruction>(operand.get());
      return (isa<SelectInst>(address) && operand.getOperandNo() == 0) ||
             (instruction && addresses_.contains(instruction));
    });
  });
}

void ChosenArray::make_indices() {
  indices_[&array_] = ConstantInt::get(Type::getInt64Ty(array_.getContext()), 0);
  for (Instruction *access : accesses_) index_of(getLoadStorePointerOperand(access));
}

// Lanes load and store side by side what all choose alike. (An address differs between them, as the arrays do.)
bool ChosenArray::has_divergent_index(const Uniformity &uniformity) const {
  return any_of(accesses_, [&](const Instruction *access) {
    return !uniformity.uniform(*indices_.lookup(getLoadStorePointerOperand(access)));
  });
}

bool ChosenArray::has_form(GetElementPtrInst &step) {
  SmallMapVector<Value *, APInt, 4> factors;
  APInt constant(64, 0);
  return !step.getType()->isVectorTy() && step.collectOffset(layout_, 64, factors, constant) &&
         constant.srem(int64_t(bytes_)) == 0 &&
         all_of(factors, [&](const auto &factor) { return factor.second.srem(int64_t(bytes_)) == 0; });
}

bool ChosenArray::fills_whole(const MemSetInst &fill) const {
  auto *length = dyn_cast<ConstantInt>(fill.getLength()), *value = dyn_cast<ConstantInt>(fill.getValue());
  return !fill.isVolatile() && length && value && value->isZero() && length->getZExtValue() == size() * bytes_;
}

Value *ChosenArray::index_of(Value *address) {
  if (Value *known = indices_.lookup(address)) return known;
  IRBuilder<> builder(cast<Instruction>(address));
  if (auto *step = dyn_cast<GetElementPtrInst>(address)) return indices_[address] = index_of(*step, builder);
  if (auto *select = dyn_cast<SelectInst>(address)) {
    Value *one = index_of(select->getTrueValue()), *other = index_of(select->getFalseValue());
    return indices_[address] = builder.CreateSelect(select->getCondition(), one, other);
  }
  auto *phi = cast<PHINode>(address);
  PHINode *made = builder.CreatePHI(builder.getInt64Ty(), phi->getNumIncomingValues());
  indices_[address] = made;
  for (unsigned k = 0; k < phi->getNumIncomingValues(); ++k)
    made->addIncoming(index_of(phi->getIncomingValue(k)), phi->getIncomingBlock(k));
  return made;
}

Value *ChosenArray::index_of(GetElementPtrInst &step, IRBuilder<> &builder) {
  Value *index = index_of(step.getPointerOperand());
  SmallMapVector<Value *, APInt, 4> factors;
  APInt constant(64, 0);
  step.collectOffset(layout_, 64, factors, constant);
  for (const auto &[value, factor] : factors) {
    Value *number = builder.getInt64(uint64_t(factor.getSExtValue() / int64_t(bytes_)));
    index = builder.CreateAdd(index, builder.CreateMul(builder.CreateSExtOrTrunc(value, builder.getInt64Ty()), number));
  }
  return builder.CreateAdd(index, builder.getInt64(uint64_t(constant.getSExtValue() / int64_t(bytes_))));
}

void ChosenArray::replace() {
  SmallVector<AllocaInst *, kMostAll> elements;
  IRBuilder<> builder(&array_);
  for (uint64_t k = 0; k < size(); ++k)
    elements.push_back(builder.CreateAlloca(type_, array_.getAddressSpace(), nullptr, array_.getName() + ".element"));
  for (MemSetInst *fill : fills_) {
    builder.SetInsertPoint(fill);
    for (AllocaInst *element : elements) builder.CreateStore(Constant::getNullValue(type_), element);
  }
  for (Instruction *access : accesses_) {
    const Choice choice = choice_of(getLoadStorePointerOperand(access));
    Value *index = index_of(getLoadStorePointerOperand(access)), *chosen = PoisonValue::get(type_);
    builder.SetInsertPoint(access);
    auto *store = dyn_cast<StoreInst>(access);
    Value *stored = store ? builder.CreateBitCast(store->getValueOperand(), type_) : nullptr;
    for (uint64_t k = 0; k < size(); ++k) {
      auto *known = dyn_cast<ConstantInt>(index);
      if (known ? known->getZExtValue() != k : !choice.has(k)) continue;
      Value *held = builder.CreateLoad(type_, elements[k]);
      // An element that is not chosen may be undefined, which the chosen one must not become.
      if (!known) held = builder.CreateFreeze(held);
      Value *is = builder.CreateICmpEQ(index, builder.getInt64(k));
      if (store)
        builder.CreateStore(builder.CreateSelect(is, stored, held), elements[k]);
      else
        chosen = isa<PoisonValue>(chosen) ? held : builder.CreateSelect(is, held, chosen);
    }
    if (!store) access->replaceAllUsesWith(builder.CreateBitCast(chosen, access->getType()));
  }
  auto erase = [](auto &instructions) {
    for (Instruction *each : instructions)
      if (!each->use_empty()) each->replaceAllUsesWith(PoisonValue::get(each->getType()));
    for (Instruction *each : instructions) each->eraseFromParent();
  };
  for (auto *users : {&accesses_, &markers_}) erase(*users);
  erase(fills_), erase(addresses_);
}

// Remarks on arrays that could be values, were it not for an index.
void say_what_stays(Function &function) {
  for (Instruction &each : instructions(function)) {
    auto *array = dyn_cast<AllocaInst>(&each);
    const auto bytes = array ? array->getAllocationSize(function.getDataLayout()) : std::nullopt;
    if (!bytes || bytes->isScalable() || *bytes > kMostArrayBytes) continue;
    for (User *user : array->users())
      if (auto *step = dyn_cast<GetElementPtrInst>(user); step && !step->hasAllConstantIndices()) {
        remark_at(*step, "a private array stays in memory: an index is no counter of a short loop");
        break;
      }
  }
}

}  // namespace

PreservedAnalyses ChooseElementsPass::run(Function &function, FunctionAnalysisManager &) {
  bool changed = false;
  std::optional<Uniformity> of_items;
  auto uniformity = [&]() -> const Uniformity & {
    if (!of_items) of_items.emplace(Uniformity::of_work_items(function));
    return *of_items;
  };
  SmallVector<AllocaInst *, 4> variables;
  for (Instruction &each : instructions(function))
    if (auto *array = dyn_cast<AllocaInst>(&each)) variables.push_back(array);
  for (AllocaInst *array : variables) changed |= ChosenArray(*array).widen_stores(uniformity);
  SmallVector<ChosenArray, 2> arrays;
  for (AllocaInst *array : variables)
    if (ChosenArray chosen(*array); chosen.find()) arrays.push_back(std::move(chosen));
  if (!arrays.empty()) {
    for (ChosenArray &array : arrays) array.make_indices();
    const Uniformity uniformity = Uniformity::of_work_items(function);
    for (ChosenArray &array : arrays)
      if (array.has_divergent_index(uniformity)) array.replace();
    changed = true;
  }
  if (is_work_group_function(function) && explains(function)) say_what_stays(function);
  return preserved_by_instructions(changed);
}

}  // namespace wherry::compiler
