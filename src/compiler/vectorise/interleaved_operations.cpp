// SPDX-License-Identifier: Apache-2.0
#include "compiler/vectorise/interleaved_operations.h"

#include <map>

#include "compiler/ir/changed_instructions.h"
#include "compiler/lower/precompiled.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace wherry::compiler {

namespace {

// The cost of the instructions that may be made for one block's stores, for the time of the build: a block that needs
// more is left as it is.
constexpr unsigned kMostCost = 4000;
// Different scalars that the elements of one vector take turns with.
constexpr unsigned kMostScalars = 4;
// Shuffles and insertions behind each other.
constexpr unsigned kMostMoves = 64;
// Costs, in simple instructions: a shuffle of conditions, which takes conversions to numbers and back; a root, a
// division or a call, which saved shuffles must not outweigh.
constexpr unsigned kShuffledConditions = 4, kDear = 16;

// An element of a vector: a lane of another one, or a scalar.
struct Element {
  static constexpr int kScalar = -1;
  Value *value = nullptr;  // null: poison
  int lane = kScalar;
  bool is_scalar() const { return lane == kScalar; }
  bool operator<(const Element &other) const { return std::tie(value, lane) < std::tie(other.value, other.lane); }
};
using Elements = std::vector<Element>;

unsigned lanes_of(const Value &vector) { return cast<FixedVectorType>(vector.getType())->getNumElements(); }

// The element that shuffles and insertions have moved to a lane. Adds the shuffles to `passed`; insertions make scalars
// the same for all lanes, mostly before a loop.
Element traced(Value *value, unsigned lane, SmallSetVector<Instruction *, 32> &passed) {
  for (unsigned moves = 0; moves < kMostMoves; ++moves) {
    if (auto *constant = dyn_cast<Constant>(value)) {
      Constant *element = constant->getAggregateElement(lane);
      if (!element) break;
      return isa<PoisonValue>(element) ? Element{} : Element{element};
    }
    if (auto *shuffle = dyn_cast<ShuffleVectorInst>(value)) {
      passed.insert(shuffle);
      const int from = shuffle->getMaskValue(lane);
      if (from < 0) return {};
      const unsigned lanes = lanes_of(*shuffle->getOperand(0));
      value = shuffle->getOperand(unsigned(from) >= lanes), lane = unsigned(from) % lanes;
      continue;
    }
    auto *insert = dyn_cast<InsertElementInst>(value);
    auto *place = insert ? dyn_cast<ConstantInt>(insert->getOperand(2)) : nullptr;
    if (!place) break;
    if (place->getZExtValue() == lane) return {insert->getOperand(1)};
    value = insert->getOperand(0);
  }
  return {value, int(lane)};
}

// Whether each element of an instruction's result is computed from the same elements of its operands. Not a freeze, of
// which a second one may give another value.
bool is_elementwise(const Instruction &instruction) {
  if (!isa<FixedVectorType>(instruction.getType()) || instruction.mayReadOrWriteMemory()) return false;
  auto *call = dyn_cast<CallInst>(&instruction);
  if (call ? call->hasOperandBundles() || !(calls_precompiled(*call) || isTriviallyVectorizable(call->getIntrinsicID()))
           : !isa<BinaryOperator, UnaryOperator, CmpInst, CastInst, SelectInst, PHINode>(instruction))
    return false;
  return all_of(call ? call->args() : instruction.operands(), [&](const Use &operand) {
    auto *type = dyn_cast<FixedVectorType>(operand->getType());
    return type && type->getNumElements() == lanes_of(instruction);
  });
}

bool is_dear(const Instruction &instruction) {
  const unsigned opcode = instruction.getOpcode();
  auto *intrinsic = dyn_cast<IntrinsicInst>(&instruction);
  return instruction.isIntDivRem() || opcode == Instruction::FDiv || opcode == Instruction::FRem ||
         (intrinsic ? intrinsic->getIntrinsicID() == Intrinsic::sqrt : isa<CallInst>(instruction));
}

unsigned cost_of(const Instruction &instruction) { return is_dear(instruction) ? kDear : 1; }

bool are_alike(const Value *one, const Value *other) {
  auto *first = dyn_cast<Instruction>(one), *second = dyn_cast<Instruction>(other);
  if (!first || !second || !is_elementwise(*first) || !first->isSameOperationAs(second)) return false;
  auto *call = dyn_cast<CallInst>(first);
  return !call || call->getCalledOperand() == cast<CallInst>(second)->getCalledOperand();
}

// The operations behind the stores of one block.
class InterleavedOperations {
 public:
  InterleavedOperations(ArrayRef<Use *> stored, const DominatorTree &dominators)
      : stored_(stored), dominators_(dominators) {}
  // Computes what is stored out of interleaved operands, if that pays. False: nothing has changed.
  bool run();

 private:
  Value *vector_of(const Elements &elements, Type *type);
  Value *made_of(const Elements &elements, FixedVectorType &type);
  Value *of_scalars(const Elements &elements, FixedVectorType &type);
  Value *operation_of(const Elements &elements, FixedVectorType &type);
  Elements operand_elements(const Elements &elements, const Instruction &first, unsigned number);
  Value *shuffled(const Elements &elements, FixedVectorType &type);
  Value *blended(const Elements &elements, FixedVectorType &type);
  Instruction *latest(ArrayRef<Value *> values) const;
  void abandon(Instruction &made);
  unsigned cost_of_dead(ArrayRef<Use *> replaced) const;
  Value *note(Value *made, unsigned cost) {
    if (auto *instruction = dyn_cast<Instruction>(made)) made_.push_back(instruction), cost_ += cost;
    return made;
  }

  ArrayRef<Use *> stored_;
  const DominatorTree &dominators_;
  std::map<Elements, Value *> known_;  // what made_of() gave; null: nothing, or it is being made
  SmallVector<Instruction *> made_;
  unsigned cost_ = 0;    // of made_
  bool failed_ = false;  // an operation without all its operands has a use: nothing of what was made may stay
  SmallSetVector<Instruction *, 32> repeated_;  // operations that made_ does once more
  SmallSetVector<Instruction *, 32> passed_;    // shuffles that made_ does without
};

bool InterleavedOperations::run() {
  SmallVector<Use *> uses;
  SmallVector<Value *> results;
  for (Use *use : stored_) {
    Elements elements;
    for (unsigned lane = 0; lane < lanes_of(**use); ++lane) elements.push_back(traced(*use, lane, passed_));
    if (Value *made = vector_of(elements, (*use)->getType())) uses.push_back(use), results.push_back(made);
  }
  if (!failed_ && cost_ < kMostCost && cost_ < cost_of_dead(uses)) {
    for (auto [use, made] : zip_equal(uses, results)) use->set(made);
    return !uses.empty();
  }
  for (Instruction *made : made_) made->dropAllReferences();
  for (Instruction *made : made_) made->eraseFromParent();
  return false;
}

// A vector of these elements, made once; null: made_of() has none.
Value *InterleavedOperations::vector_of(const Elements &elements, Type *type) {
  if (none_of(elements, [](const Element &each) { return each.value; })) return PoisonValue::get(type);
  const auto [known, is_new] = known_.insert({elements, nullptr});
  if (!is_new || cost_ >= kMostCost) return known->second;
  Value *made = made_of(elements, *cast<FixedVectorType>(type));
  return known_[elements] = made;
}

// Scalars put together; a vector that has the elements in place; one operation; a shuffle of one vector or two; two
// parts that are made likewise. Null: none of these can be.
Value *InterleavedOperations::made_of(const Elements &elements, FixedVectorType &type) {
  if (all_of(elements, [](const Element &each) { return each.is_scalar(); })) return of_scalars(elements, type);
  const auto first = find_if(elements, [](const Element &each) { return each.value; });
  bool of_one_vector = true, in_place = true;
  for (auto [place, element] : enumerate(elements)) {
    if (!element.value) continue;
    of_one_vector &= element.value == first->value;
    in_place &= element.lane == int(place);
  }
  if (of_one_vector && in_place && first->value->getType() == &type) return first->value;
  if (!of_one_vector)
    if (Value *operation = operation_of(elements, type)) return operation;
  if (Value *shuffle = shuffled(elements, type)) return shuffle;
  return blended(elements, type);
}

// The instruction among the values behind which all of them are there; null: there is none.
Instruction *InterleavedOperations::latest(ArrayRef<Value *> values) const {
  auto is_there = [&](const Value *value, const Instruction *at) {
    auto *phi = dyn_cast<PHINode>(value);
    return value == at || dominators_.dominates(value, at) ||
           (phi && isa<PHINode>(at) && phi->getParent() == at->getParent());
  };
  Instruction *last = nullptr;
  for (Value *value : values)
    if (auto *instruction = dyn_cast<Instruction>(value); instruction && (!last || is_there(last, instruction)))
      last = instruction;
  return last && all_of(values, [&](Value *value) { return is_there(value, last); }) ? last : nullptr;
}

// Constants, one scalar for all lanes, or a few, as the members of one structure. They are put together where the last
// one is computed, as a rule before a loop.
Value *InterleavedOperations::of_scalars(const Elements &elements, FixedVectorType &type) {
  SmallSetVector<Value *, 8> scalars;
  for (const Element &each : elements)
    if (each.value) scalars.insert(each.value);
  if (all_of(scalars, [](const Value *scalar) { return isa<Constant>(scalar); })) {
    SmallVector<Constant *> constants;
    for (const Element &each : elements)
      constants.push_back(each.value ? cast<Constant>(each.value) : PoisonValue::get(type.getElementType()));
    return ConstantVector::get(constants);
  }
  if (scalars.size() > kMostScalars) return nullptr;
  Instruction *last = latest(scalars.getArrayRef());
  if (!last && !all_of(scalars, [](const Value *scalar) { return isa<Constant, Argument>(scalar); })) return nullptr;
  const auto place = last ? last->getInsertionPointAfterDef() : dominators_.getRoot()->getFirstInsertionPt();
  if (!place) return nullptr;
  IRBuilder<> builder(type.getContext());
  builder.SetInsertPoint(*place);
  Value *vector = PoisonValue::get(FixedVectorType::get(type.getElementType(), scalars.size()));
  for (auto [lane, scalar] : enumerate(scalars)) vector = note(builder.CreateInsertElement(vector, scalar, lane), 0);
  SmallVector<int> places;
  for (const Element &each : elements)
    places.push_back(each.value ? int(find(scalars, each.value) - scalars.begin()) : PoisonMaskElem);
  return note(builder.CreateShuffleVector(vector, places), 0);
}

// Of the operations that compute `elements`, all like `first`: the elements that are operand `number`.
Elements InterleavedOperations::operand_elements(const Elements &elements, const Instruction &first, unsigned number) {
  auto *phi = dyn_cast<PHINode>(&first);
  Elements found;
  for (const Element &each : elements) {
    auto *other = cast_or_null<Instruction>(each.value);
    Value *operand = !other ? nullptr
                     : phi  ? cast<PHINode>(other)->getIncomingValueForBlock(phi->getIncomingBlock(number))
                            : other->getOperand(number);
    found.push_back(operand ? traced(operand, unsigned(each.lane), passed_) : Element{});
  }
  return found;
}

// An operation that computes all the elements, if alike operations compute them; null else.
Value *InterleavedOperations::operation_of(const Elements &elements, FixedVectorType &type) {
  SmallSetVector<Value *, 8> values;
  for (const Element &each : elements)
    if (each.value) values.insert(each.value);
  auto *first = dyn_cast<Instruction>(values[0]);
  auto is_like_first = [&](Value *value) {
    return value->getType() == &type && are_alike(first, value) &&
           cast<Instruction>(value)->getParent() == first->getParent();
  };
  // An element that does not matter must not be divided by, nor take a function's slow path.
  if (!first || !all_of(values, is_like_first) ||
      (is_dear(*first) && any_of(elements, [](const Element &each) { return !each.value; })))
    return nullptr;
  auto *phi = dyn_cast<PHINode>(first);
  auto *call = dyn_cast<CallInst>(first);
  const unsigned count = call ? call->arg_size() : first->getNumOperands();
  Instruction *made = first->clone();
  made->insertBefore(phi ? phi->getIterator() : *latest(values.getArrayRef())->getInsertionPointAfterDef());
  note(made, cost_of(*made));
  known_[elements] = made;  // its operands may lead back to it
  for (unsigned number = 0; number < count; ++number) {
    Value *operand = vector_of(operand_elements(elements, *first, number), first->getOperand(number)->getType());
    if (!operand) {
      known_[elements] = nullptr;
      abandon(*made);
      return nullptr;
    }
    made->setOperand(number, operand);
  }
  for (Value *value : values) {
    made->andIRFlags(value);
    if (made->getMetadata(LLVMContext::MD_fpmath) != cast<Instruction>(value)->getMetadata(LLVMContext::MD_fpmath))
      made->setMetadata(LLVMContext::MD_fpmath, nullptr);
    repeated_.insert(cast<Instruction>(value));
  }
  return made;
}

void InterleavedOperations::abandon(Instruction &made) {
  if (!made.use_empty()) {
    failed_ = true;
    return;
  }
  cost_ -= cost_of(made);
  erase(made_, &made);
  made.eraseFromParent();
}

// The elements out of one vector or two.
Value *InterleavedOperations::shuffled(const Elements &elements, FixedVectorType &type) {
  SmallVector<Value *, 2> sources;
  SmallVector<int> places;
  for (const Element &each : elements) {
    if (!each.value) {
      places.push_back(PoisonMaskElem);
      continue;
    }
    if (each.is_scalar()) return nullptr;
    if (!is_contained(sources, each.value)) sources.push_back(each.value);
    if (sources.size() > 2 || sources.front()->getType() != each.value->getType()) return nullptr;
    places.push_back(each.lane + (each.value == sources.front() ? 0 : int(lanes_of(*each.value))));
  }
  Instruction *last = latest(sources);
  if (!last) return nullptr;
  IRBuilder<> builder(type.getContext());
  builder.SetInsertPoint(*last->getInsertionPointAfterDef());
  Value *other = sources.size() == 2 ? sources[1] : PoisonValue::get(sources[0]->getType());
  return note(builder.CreateShuffleVector(sources[0], other, places),
              type.getElementType()->isIntegerTy(1) ? kShuffledConditions : 1);
}

// Elements of two kinds, as of pixels whose fourth member stays: both vectors, and a choice.
Value *InterleavedOperations::blended(const Elements &elements, FixedVectorType &type) {
  const Element &first = *find_if(elements, [](const Element &each) { return each.value; });
  Elements parts[2];
  SmallVector<int> places;
  for (auto [place, each] : enumerate(elements)) {
    const bool is_other =
        each.value && (each.is_scalar() != first.is_scalar() ||
                       (!each.is_scalar() && each.value != first.value && !are_alike(first.value, each.value)));
    parts[is_other].push_back(each), parts[!is_other].push_back({});
    places.push_back(int(place + (is_other ? elements.size() : 0)));
  }
  if (none_of(parts[1], [](const Element &each) { return each.value; })) return nullptr;
  Value *one = vector_of(parts[0], &type), *other = one ? vector_of(parts[1], &type) : nullptr;
  Instruction *last = other ? latest({one, other}) : nullptr;
  if (!last) return nullptr;
  IRBuilder<> builder(type.getContext());
  builder.SetInsertPoint(*last->getInsertionPointAfterDef());
  return note(builder.CreateShuffleVector(one, other, places), 1);
}

// The cost of the repeated operations and passed shuffles that nothing else uses once `replaced` have other values.
unsigned InterleavedOperations::cost_of_dead(ArrayRef<Use *> replaced) const {
  SmallPtrSet<Instruction *, 32> dead(repeated_.begin(), repeated_.end());
  dead.insert(passed_.begin(), passed_.end());
  const SmallPtrSet<const Use *, 16> gone(replaced.begin(), replaced.end());
  auto stays = [&](Instruction *each) {
    return any_of(each->uses(), [&](const Use &use) {
      return !dead.contains(cast<Instruction>(use.getUser())) && !gone.contains(&use);
    });
  };
  while (dead.remove_if(stays)) {
  }
  unsigned cost = 0;
  for (const Instruction *each : dead) cost += cost_of(*each);
  return cost;
}

// What a store of a vector stores, if it is shuffled; null else.
Use *interleaved_value(Instruction &store) {
  auto *plain = dyn_cast<StoreInst>(&store);
  auto *masked = dyn_cast<IntrinsicInst>(&store);
  if (!(plain ? plain->isSimple() : masked && masked->getIntrinsicID() == Intrinsic::masked_store)) return nullptr;
  return isa<ShuffleVectorInst>(store.getOperand(0)) && isa<FixedVectorType>(store.getOperand(0)->getType())
             ? &store.getOperandUse(0)
             : nullptr;
}

}  // namespace

PreservedAnalyses InterleavedOperationsPass::run(Function &function, FunctionAnalysisManager &analyses) {
  const DominatorTree *dominators = nullptr;
  bool changed = false;
  for (BasicBlock &block : function) {
    SmallVector<Use *> stored;
    for (Instruction &each : block)
      if (Use *use = interleaved_value(each)) stored.push_back(use);
    if (stored.size() < 2) continue;  // two members take two registers at least
    if (!dominators) dominators = &analyses.getResult<DominatorTreeAnalysis>(function);
    changed |= InterleavedOperations(stored, *dominators).run();
  }
  return preserved_by_instructions(changed);
}

}  // namespace wherry::compiler
