// SPDX-License-Identifier: Apache-2.0
#include "compiler/ir/intrinsics.h"
#include "compiler/opt/reshape/address_expressions.h"
#include "compiler/opt/reshape/guards.h"
#include "compiler/opt/reshape/id_rewriting.h"
#include "compiler/opt/reshape/index_parts.h"
#include "compiler/opt/reshape/reshaping.h"
#include "compiler/vectorise/cost.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/InstructionSimplify.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace wherry::compiler {

namespace {

// Work-items that become one: members of a structure, or bytes of a word. More are seldom written as conditions.
constexpr uint64_t kMostItems = 8;
// Instructions of the work-items that become one, as what is built twice.
constexpr unsigned kMostInstructions = cost::kMostTwice / 2;
// What an instruction of a vector costs, in loads of contiguous elements: a masked access behind a divergent condition;
// an access to a member of a structure, with its shuffle; a gather; a division; a call of a function, at the least.
constexpr unsigned kMaskedAccess = 2, kMemberAccess = 2, kGather = 8, kDivision = 4, kCall = 16;
// The part of the work that may be left. A Bayer pattern's interpolation keeps two thirds of its arithmetic, and does
// not pay.
constexpr unsigned kMostLeftOf3 = 2;

class CoarsenedItems final : public Reshaping {
 public:
  explicit CoarsenedItems(Function &group) : group_(group) {}

  bool find() override;
  void emit(LaunchShape &shape) override;
  void apply() override;

 private:
  bool find_parts();
  bool stores_to_columns();
  Value *part(const IndexPart &part, Type *type, IRBuilder<> &builder) const;
  void share_arguments();
  void append_copies();
  void simplify();

  Function &group_;
  SmallVector<Instruction *> ids_;  // calls for the id of dimension 0
  IndexConversions indices_[3];     // by dimension
  SmallVector<IndexPart> parts_;    // of dimension 0, by divisors of items_
  IndexGuards guards_[3];
  uint64_t items_ = 0;                                  // that become one
  Instruction *coarse_id_ = nullptr, *turn_ = nullptr;  // of the items; which of them
};

// Whether a branch or a selection is decided by the value.
bool decides(Instruction &value) {
  SmallSetVector<Instruction *, 16> reached;
  reached.insert(&value);
  for (unsigned k = 0; k < reached.size() && k < cost::kMostUsers; ++k)
    for (User *user : reached[k]->users()) {
      if (isa<BranchInst, SwitchInst>(user)) return true;
      if (auto *select = dyn_cast<SelectInst>(user); select && select->getCondition() == reached[k]) return true;
      if (isa<BinaryOperator, CastInst, FreezeInst, ICmpInst>(user)) reached.insert(cast<Instruction>(user));
    }
  return false;
}

// Whether the value depends on an id otherwise than by sums and products.
bool is_non_affine_in_id(const Value *value, bool inside, unsigned depth) {
  auto *instruction = dyn_cast<Instruction>(value);
  if (!instruction || depth == 0) return false;
  if (intrinsic_of(*instruction) == Intrinsic::__wherry_global_id) return inside;
  switch (instruction->getOpcode()) {
  case Instruction::And:
  case Instruction::Or:
  case Instruction::Xor:
  case Instruction::LShr:
  case Instruction::UDiv:
  case Instruction::SDiv:
  case Instruction::URem:
  case Instruction::SRem: inside = true; break;
  case Instruction::AShr: inside |= !match(value, m_AShr(m_Shl(m_Value(), m_Value()), m_Value())); break;  // extended
  case Instruction::Load: return false;
  default: break;
  }
  return any_of(instruction->operands(),
                [&](const Use &operand) { return is_non_affine_in_id(operand, inside, depth - 1); });
}

// What takes time, without conditions and indices, which coarsening always saves.
unsigned work_of(const Function &group, function_ref<unsigned(const Instruction &, const Value *)> work_of_access) {
  unsigned work = 0;
  for (const Instruction &each : instructions(group)) {
    if (const Value *pointer = getLoadStorePointerOperand(&each)) {
      if (!each.hasMetadata(LLVMContext::MD_invariant_load)) work += work_of_access(each, pointer);
    } else if (isa<CallBase>(each)) {
      if (intrinsic_of(each) == Intrinsic::none && !isa<IntrinsicInst>(each)) work += kCall;
    } else if (each.getOpcode() == Instruction::FDiv) {
      work += kDivision;
    } else if (isa<BinaryOperator>(each) &&
               (each.getType()->isFPOrFPVectorTy() || each.getOpcode() == Instruction::Mul)) {
      work += 1;
    }
  }
  return work;
}

// Whether work-items along dimension 0 may compute different results, of what they load or of their ids. (Uniformity
// takes the ids of the other dimensions for divergent, too.)
bool may_differ(const Value *value, SmallPtrSetImpl<const Value *> &seen) {
  auto *instruction = dyn_cast<Instruction>(value);
  if (!instruction || !seen.insert(value).second) return false;
  if (instruction->mayReadFromMemory() && !instruction->hasMetadata(LLVMContext::MD_invariant_load)) return true;
  if (const auto dimension = dimension_of(instruction, Intrinsic::__wherry_global_id)) return dimension == 0u;
  if (isa<CallBase>(instruction) && kind_of(intrinsic_of(*instruction)) != IntrinsicKind::launch_id &&
      !isa<IntrinsicInst>(instruction))
    return true;
  return any_of(instruction->operands(), [&](const Use &operand) { return may_differ(operand.get(), seen); });
}

bool has_divergent_branches(const Function &group) {
  return any_of(group, [](const BasicBlock &block) {
    const Instruction *end = block.getTerminator();
    SmallPtrSet<const Value *, 16> seen;
    return end->getNumSuccessors() > 1 && may_differ(end->getOperand(0), seen);
  });
}

bool CoarsenedItems::find_parts() {
  for (Instruction &each : instructions(group_)) {
    if (intrinsic_of(each) == Intrinsic::__wherry_global_size) return false;
    const auto dimension = dimension_of(&each, Intrinsic::__wherry_global_id);
    if (intrinsic_of(each) == Intrinsic::__wherry_global_id && !dimension) return false;  // it may be dimension 0
    if (dimension) indices_[*dimension].add_root(each);
    if (dimension == 0u) ids_.push_back(&each);
  }
  bool divides_otherwise = false;  // by a row's length: for index_division(), which comes first
  indices_[0].collect([&](Instruction &user, Instruction &index) {
    auto part = part_of(user, index);
    divides_otherwise |= part && !isa<ConstantInt>(part->divisor.value) && is_launch_value(part->divisor.value, group_);
    const uint64_t divisor = part ? part->divisor.known() : 0;
    if (divisor < 2 || divisor > kMostItems || user.use_empty()) return;
    parts_.push_back(std::move(*part));
  });
  for (const IndexPart &part : parts_)
    if (part.kind == IndexPart::Kind::remainder && decides(*part.instruction))
      items_ = std::max(items_, part.divisor.known());
  if (divides_otherwise || items_ == 0 || items_ * group_.getInstructionCount() > kMostInstructions) return false;
  erase_if(parts_, [&](const IndexPart &part) { return items_ % part.divisor.known() != 0; });
  for (IndexPart &part : parts_) {
    part.conversions.add_root(*part.instruction);
    part.conversions.collect([](Instruction &, Instruction &) {});
  }
  for (unsigned dimension : {1, 2}) indices_[dimension].collect([](Instruction &, Instruction &) {});
  for (unsigned dimension : {0, 1, 2}) guards_[dimension].find(group_, indices_[dimension]);
  return true;
}

// Whether neighbouring work-items store to different rows, whose number of elements is not known.
bool CoarsenedItems::stores_to_columns() {
  AddressExpressions addresses(group_);
  return any_of(instructions(group_), [&](Instruction &each) {
    if (!isa<StoreInst>(each)) return false;
    const auto place = addresses.linear_of_ids(addresses.offset_of(each));
    return place && !isa<SCEVConstant>(place->factors[0]);
  });
}

// The work-items' accesses are members of a structure where all that they do follows one upon the other. Tried on
// copies.
bool CoarsenedItems::find() {
  if (!find_parts() || stores_to_columns()) return false;
  auto on_copy = [&](auto &&act) {
    ValueToValueMapTy map;
    Function &made = *CloneFunction(&group_, map);
    CoarsenedItems trial(made);
    trial.find_parts();
    const unsigned work = act(trial);
    made.eraseFromParent();
    return work;
  };
  const unsigned before = on_copy([](CoarsenedItems &trial) {
    for (const IndexGuards &guards : trial.guards_) guards.remove();
    trial.simplify();
    const PostDominatorTree always(trial.group_);
    return work_of(trial.group_, [&](const Instruction &access, const Value *pointer) -> unsigned {
      if (is_non_affine_in_id(pointer, /*inside=*/false, cost::kMostIndexSteps)) return kGather;
      return always.dominates(access.getParent(), &trial.group_.getEntryBlock()) ? 1 : kMaskedAccess;
    });
  });
  const unsigned after = on_copy([](CoarsenedItems &trial) {
    trial.apply();
    if (has_divergent_branches(trial.group_)) return UINT_MAX / 3;
    return work_of(trial.group_, [](const Instruction &, const Value *) { return kMemberAccess; });
  });
  return after * 3 <= before * items_ * kMostLeftOf3;
}

void CoarsenedItems::emit(LaunchShape &shape) {
  IRBuilder<> &builder = shape.builder;
  for (unsigned dimension : {0, 1, 2}) {
    unsigned bits = std::min(indices_[dimension].value_bits(), 62u);
    if (dimension == 0)
      for (const IndexPart &part : parts_) bits = std::min(bits, part.conversions.value_bits());
    shape.require(builder.CreateICmpULE(shape.size(dimension), builder.getInt64(uint64_t{1} << bits)));
    Value *items = guards_[dimension].limited(shape.size(dimension), shape);
    shape.require(builder.CreateICmpUGE(items, builder.getInt64(1)));
    shape.set_size(dimension, items);
  }
  Value *number = builder.getInt64(items_), *items = shape.size(0), *coarse = builder.CreateUDiv(items, number);
  shape.require(builder.CreateICmpEQ(builder.CreateMul(coarse, number), items));
  shape.require(builder.CreateICmpUGE(coarse, builder.getInt64(cost::kLeastIterations)));
  shape.set_size(0, coarse);
}

// A part of the index coarse_id_ * items_ + turn_.
Value *CoarsenedItems::part(const IndexPart &part, Type *type, IRBuilder<> &builder) const {
  const uint64_t divisor = part.divisor.known(), times = items_ / divisor;
  auto number = [&](uint64_t value) { return ConstantInt::get(type, value); };
  Value *coarse = convert_index(builder, coarse_id_, type), *turn = convert_index(builder, turn_, type);
  auto sum = [&](uint64_t factor, Value *rest) {
    Value *product =
        factor == 1 ? coarse : builder.CreateMul(coarse, number(factor), "", /*HasNUW=*/true, /*HasNSW=*/true);
    return builder.CreateAdd(product, rest, "", /*HasNUW=*/true, /*HasNSW=*/true);
  };
  switch (part.kind) {
  case IndexPart::Kind::quotient: return sum(times, builder.CreateUDiv(turn, number(divisor)));
  case IndexPart::Kind::remainder: return builder.CreateURem(turn, number(divisor));
  default: return sum(items_, builder.CreateSub(turn, builder.CreateURem(turn, number(divisor))));
  }
}

void CoarsenedItems::apply() {
  BasicBlock &entry = group_.getEntryBlock();
  IRBuilder<> builder(&entry, entry.getFirstNonPHIOrDbgOrAlloca());
  coarse_id_ = builder.CreateCall(declare_intrinsic(*group_.getParent(), Intrinsic::__wherry_global_id),
                                  {builder.getInt32(0)}, "coarse");
  turn_ = cast<Instruction>(builder.CreateFreeze(PoisonValue::get(builder.getInt64Ty()), "turn"));
  share_arguments();
  builder.SetInsertPoint(turn_->getNextNode());
  for (const IndexGuards &guards : guards_) guards.remove();
  for (IndexPart &each : parts_) {
    each.conversions.replace([&](Type *type) { return part(each, type, builder); });
    each.instruction->eraseFromParent();
  }
  indices_[0].replace([&](Type *type) {
    Value *first = builder.CreateMul(convert_index(builder, coarse_id_, type), ConstantInt::get(type, items_), "",
                                     /*HasNUW=*/true, /*HasNSW=*/true);
    return builder.CreateAdd(first, convert_index(builder, turn_, type), "index", /*HasNUW=*/true, /*HasNSW=*/true);
  });
  for (Instruction *call : ids_) call->eraseFromParent();
  append_copies();
  simplify();
}

// Has what does not differ between the work-items that become one stand before turn_.
void CoarsenedItems::share_arguments() {
  SmallSetVector<Instruction *, 16> shared;
  for (Instruction &each : instructions(group_)) {
    if (isa<AllocaInst>(each)) shared.insert(&each);  // a variable for all of them, one after another
    if (!argument_offset(each, group_)) continue;
    auto *place = dyn_cast<GetElementPtrInst>(each.getOperand(0));
    if (place && place->getOperand(0) != group_.getArg(0)) continue;
    if (place) shared.insert(place);
    shared.insert(&each);
  }
  for (Instruction *each : shared) each->moveBefore(turn_->getIterator());
}

// Has one work-item do what all of them do, one after another.
void CoarsenedItems::append_copies() {
  turn_->getParent()->splitBasicBlock(turn_, "first.turn");
  SmallVector<BasicBlock *> blocks;
  SmallVector<Instruction *, 2> ends;
  for (BasicBlock &block : drop_begin(group_)) {
    blocks.push_back(&block);
    if (isa<ReturnInst>(block.getTerminator())) ends.push_back(block.getTerminator());
  }
  struct Copy {
    BasicBlock *begin;
    SmallVector<Instruction *, 2> ends;
    Instruction *turn;
  };
  SmallVector<Copy, kMostItems> copies{{blocks.front(), ends, turn_}};
  for (uint64_t k = 1; k < items_; ++k) {
    ValueToValueMapTy map;
    SmallVector<BasicBlock *> made;
    for (BasicBlock *block : blocks) {
      made.push_back(CloneBasicBlock(block, map, ".turn", &group_));
      map[block] = made.back();
    }
    remapInstructionsInBlocks(made, map);
    Copy &copy = copies.emplace_back(made.front(), ends, cast<Instruction>(map[turn_]));
    for (Instruction *&end : copy.ends) end = cast<Instruction>(map[end]);
  }
  for (uint64_t k = 0; k + 1 < items_; ++k)
    for (Instruction *end : copies[k].ends) ReplaceInstWithInst(end, BranchInst::Create(copies[k + 1].begin));
  for (uint64_t k = 0; k < items_; ++k)
    replaceAndRecursivelySimplify(copies[k].turn, ConstantInt::get(turn_->getType(), k));
}

// Leaves out what no work-item does any more.
void CoarsenedItems::simplify() {
  for (BasicBlock &block : group_) ConstantFoldTerminator(&block, /*DeleteDeadConditions=*/true);
  removeUnreachableBlocks(group_);
  for (BasicBlock &block : group_)
    if (block.getSinglePredecessor()) FoldSingleEntryPHINodes(&block);
  for (BasicBlock &block : make_early_inc_range(group_)) MergeBlockIntoPredecessor(&block);
  remove_dead_code(group_);
}

}  // namespace

std::unique_ptr<Reshaping> coarsened_items(Function &group) { return std::make_unique<CoarsenedItems>(group); }

}  // namespace wherry::compiler
