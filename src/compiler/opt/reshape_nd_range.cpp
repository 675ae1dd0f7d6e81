// SPDX-License-Identifier: Apache-2.0
#include "compiler/opt/reshape_nd_range.h"

#include "compiler/ir/diagnostics.h"
#include "compiler/ir/intrinsics.h"
#include "compiler/ir/module_options.h"
#include "compiler/lower/global_ids.h"
#include "compiler/lower/kernel_entry.h"
#include "compiler/opt/launch_values.h"
#include "compiler/vectorise/index_expressions.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace wherry::compiler {

namespace {

// Work-items of either dimension, at least: one vector. Segments (vectorise/segments.h) are as fast for shorter rows.
constexpr uint64_t kLeastItems = 16;
// Users of a quotient that are looked through for an address.
constexpr unsigned kMostUsers = 256;

// A number that the index is divided by.
struct Divisor {
  enum class Form { number, shift, mask } form;  // the number itself, its logarithm, or one less than the number
  Value *value;
  bool is_signed = false;

  bool operator==(const Divisor &other) const { return form == other.form && value == other.value; }
};

// An instruction that computes the index's quotient or remainder, or the index without the remainder.
struct Part {
  enum class Kind { quotient, remainder, multiple } kind;
  Instruction *instruction;
  Divisor divisor;
};

// "index < bound", or "index <= bound", without which a work-item does nothing.
struct Guard {
  ICmpInst *compare;
  bool holds;  // what it gives for work-items that go on
  Value *bound;
  bool or_equal, is_signed;
};

Value *without_extension(Value *value) {
  while (isa<SExtInst, ZExtInst, FreezeInst>(value)) value = cast<Instruction>(value)->getOperand(0);
  return value;
}

// What a division by a positive number divides by.
Value *divisor_of(const Instruction &division) {
  Value *divisor = without_extension(IndexExpressions::divisor_of(division)), *number;
  return match(divisor, m_UMax(m_Value(number), m_One())) ? without_extension(number) : divisor;
}

// Whether an address is computed from the value.
bool reaches_address(Instruction &value) {
  SmallSetVector<Instruction *, 32> reached;
  reached.insert(&value);
  for (unsigned k = 0; k < reached.size() && k < kMostUsers; ++k)
    for (User *user : reached[k]->users()) {
      if (isa<GetElementPtrInst>(user)) return true;
      if (isa<BinaryOperator, CastInst, PHINode, SelectInst, FreezeInst>(user)) reached.insert(cast<Instruction>(user));
    }
  return false;
}

// Whether a work-item that comes to the block does nothing more.
bool only_returns(const BasicBlock *block) {
  constexpr unsigned kMostBlocks = 4;
  for (unsigned k = 0; k < kMostBlocks && block; ++k, block = block->getSingleSuccessor()) {
    if (any_of(*block, [](const Instruction &each) { return each.mayHaveSideEffects() && !each.isTerminator(); }))
      return false;
    if (isa<ReturnInst>(block->getTerminator())) return true;
  }
  return false;
}

class Reshaper {
 public:
  explicit Reshaper(Function &group) : group_(group), context_(group.getContext()) {}

  // Finds the index and what is computed of it. Changes nothing.
  bool find() {
    if (!has_one_dimension() || indices_.empty()) return false;
    for (unsigned k = 0; k < same_.size(); ++k)
      for (User *user : same_[k]->users()) look_at(*cast<Instruction>(user), *same_[k]);
    if (!choose()) return false;
    find_guards();
    return true;
  }

  // Makes the function that the host asks.
  Function &make_shape(const Twine &name) const;
  // Makes the work-items' two ids out of dimensions 0 and 1.
  void split();

 private:
  bool has_one_dimension();
  void look_at(Instruction &user, Value &index);
  bool choose();
  bool fits(const Divisor &divisor) const;
  bool is_of_product(const Part &part, Value *&other) const;
  void find_guards();
  void find_guard(Value *condition, bool holds);
  Value *number_of(const Divisor &divisor, LaunchValueEmitter &values, IRBuilder<> &builder) const;

  Function &group_;
  LLVMContext &context_;
  SmallVector<Instruction *> indices_, offsets_;              // calls for the id of dimension 0, and for offsets
  SmallSetVector<Instruction *, 8> same_;                     // they, and conversions of them
  SmallVector<std::pair<Instruction *, uint64_t>> products_;  // of the index, with logarithms of factors
  unsigned bits_ = 64;                                        // the least type of these
  SmallVector<Part> parts_;
  SmallVector<Divisor, 2> divisors_;  // equal numbers
  SmallVector<Guard, 2> guards_;
};

// Whether the kernel asks for ids of dimension 0 alone, and for no size.
bool Reshaper::has_one_dimension() {
  for (Instruction &instruction : instructions(group_)) {
    const wherry::compiler::Intrinsic id = intrinsic_of(instruction);
    if (id == Intrinsic::none) continue;
    auto *dimension = instruction.getNumOperands() > 1 ? dyn_cast<ConstantInt>(instruction.getOperand(0)) : nullptr;
    if (id == Intrinsic::__wherry_global_offset && dimension) {
      offsets_.push_back(&instruction);
    } else {
      if (id != Intrinsic::__wherry_global_id || !dimension || !dimension->isZero()) return false;
      indices_.push_back(&instruction);
      same_.insert(&instruction);
    }
  }
  return true;
}

// Takes note of a conversion of the index, or of its quotient or remainder.
void Reshaper::look_at(Instruction &user, Value &index) {
  using Kind = Part::Kind;
  using Form = Divisor::Form;
  constexpr unsigned kLeastBits = 32;  // of a conversion that keeps the index of most launches
  const unsigned bits = user.getType()->isIntegerTy() ? user.getType()->getIntegerBitWidth() : 0;
  const APInt *number, *other;
  Value *operand;
  if (isa<SExtInst, ZExtInst, FreezeInst>(user) || (isa<TruncInst>(user) && bits >= kLeastBits)) {
    bits_ = std::min(bits_, bits);
    same_.insert(&user);
  } else if (match(&user, m_And(m_Specific(&index), m_APInt(number))) && number->isMask() &&
             number->getActiveBits() >= kLeastBits) {  // as LLVM writes an extension of a truncation
    bits_ = std::min(bits_, number->getActiveBits());
    same_.insert(&user);
  } else if (match(&user, m_Shl(m_Specific(&index), m_APInt(number))) && bits - number->getZExtValue() >= kLeastBits) {
    for (User *next : user.users())  // and a signed one, or its product with the bytes of an element
      if (match(next, m_AShr(m_Value(operand), m_APInt(other))) && other->ule(*number)) {
        bits_ = std::min<unsigned>(bits_, bits - number->getZExtValue());
        products_.emplace_back(cast<Instruction>(next), (*number - *other).getZExtValue());
      }
  } else if (match(&user, m_c_And(m_Specific(&index), m_Value())) ||
             (isa<BinaryOperator>(user) && user.getOperand(0) == &index)) {
    const unsigned opcode = user.getOpcode();
    Value *by = user.getOperand(user.getOperand(0) == &index ? 1 : 0);
    const bool is_signed = opcode == Instruction::SDiv || opcode == Instruction::SRem;
    if (is_signed || opcode == Instruction::UDiv || opcode == Instruction::URem)
      parts_.push_back({opcode == Instruction::SDiv || opcode == Instruction::UDiv ? Kind::quotient : Kind::remainder,
                        &user,
                        {Form::number, divisor_of(user), is_signed}});
    else if (opcode == Instruction::LShr || opcode == Instruction::AShr)
      parts_.push_back({Kind::quotient, &user, {Form::shift, without_extension(by)}});
    else if (match(&user, m_c_And(m_Specific(&index), m_Shl(m_AllOnes(), m_Value(operand)))))
      parts_.push_back({Kind::multiple, &user, {Form::shift, without_extension(operand)}});
    else if (match(&user, m_And(m_Specific(&index), m_NegatedPower2(number))))
      parts_.push_back({Kind::multiple, &user, {Form::mask, ConstantInt::get(user.getType(), ~*number)}});
    else if (opcode == Instruction::And)
      parts_.push_back({Kind::remainder, &user, {Form::mask, without_extension(by)}});
  }
}

bool Reshaper::fits(const Divisor &divisor) const {
  if (!is_launch_value(divisor.value, group_)) return false;
  auto *constant = dyn_cast<ConstantInt>(divisor.value);
  if (!constant) return true;
  const uint64_t number = constant->getValue().getLimitedValue();
  switch (divisor.form) {
  case Divisor::Form::shift: return number < 63 && (uint64_t{1} << number) >= kLeastItems;
  case Divisor::Form::mask: return isMask_64(number) && number + 1 >= kLeastItems;
  default: return number >= kLeastItems;
  }
}

// Whether a part is one of a product with the chosen number: index / (columns * planes), index % (columns * planes).
bool Reshaper::is_of_product(const Part &part, Value *&other) const {
  return divisors_[0].form == Divisor::Form::number && part.divisor.form == Divisor::Form::number &&
         match(part.divisor.value, m_c_Mul(m_Specific(divisors_[0].value), m_Value(other))) &&
         is_launch_value(part.divisor.value, group_);
}

// Chooses the number by which the index is divided to compute an address, if there is no other. Numbers by which it is
// shifted and masked are one, if the host finds them to be.
bool Reshaper::choose() {
  erase_if(parts_, [](const Part &part) { return part.instruction->use_empty(); });
  auto chooses = [&](const Part &first, bool remainder) {
    if ((first.kind == Part::Kind::remainder) != remainder || !fits(first.divisor)) return false;
    divisors_ = {first.divisor};
    for (const Part &part : parts_) {
      const Divisor &divisor = part.divisor;
      if (divisor.form == first.divisor.form || divisor.form == Divisor::Form::number) continue;
      if (first.divisor.form == Divisor::Form::number || !fits(divisor)) continue;
      divisors_.push_back(divisor);
      break;
    }
    bool addresses = false;
    const bool alone = all_of(parts_, [&](const Part &part) {
      if (!reaches_address(*part.instruction)) return true;
      Value *other;
      addresses |= is_contained(divisors_, part.divisor);
      return is_contained(divisors_, part.divisor) || is_of_product(part, other);
    });
    return alone && addresses;
  };
  // A remainder is of the innermost dimension.
  return any_of(parts_, [&](const Part &part) { return chooses(part, true); }) ||
         any_of(parts_, [&](const Part &part) { return chooses(part, false); });
}

// Follows what all work-items do first.
void Reshaper::find_guards() {
  for (BasicBlock *block = &group_.getEntryBlock(); block;) {
    if (any_of(*block, [](const Instruction &each) { return each.mayHaveSideEffects() && !each.isTerminator(); }))
      return;
    auto *branch = dyn_cast<BranchInst>(block->getTerminator());
    if (!branch) return;
    if (branch->isUnconditional()) {
      block = branch->getSuccessor(0);
      if (!block->getSinglePredecessor()) return;
      continue;
    }
    const bool holds = !only_returns(branch->getSuccessor(0));
    if (holds && !only_returns(branch->getSuccessor(1))) return;
    find_guard(branch->getCondition(), holds);
    block = branch->getSuccessor(holds ? 0 : 1);
    if (!block->getSinglePredecessor()) return;
  }
}

void Reshaper::find_guard(Value *condition, bool holds) {
  Value *left, *right;
  if (holds ? match(condition, m_LogicalAnd(m_Value(left), m_Value(right)))
            : match(condition, m_LogicalOr(m_Value(left), m_Value(right)))) {
    find_guard(left, holds);
    find_guard(right, holds);
    return;
  }
  auto *compare = dyn_cast<ICmpInst>(condition);
  if (!compare) return;
  CmpInst::Predicate predicate = holds ? compare->getPredicate() : compare->getInversePredicate();
  left = compare->getOperand(0), right = compare->getOperand(1);
  if (!is_contained(same_, left)) {
    std::swap(left, right);
    predicate = CmpInst::getSwappedPredicate(predicate);
  }
  if (is_contained(same_, left) && is_launch_value(right, group_) &&
      (ICmpInst::isLT(predicate) || ICmpInst::isLE(predicate)))
    guards_.push_back({compare, holds, right, ICmpInst::isLE(predicate), CmpInst::isSigned(predicate)});
}

// The number in 64 bits; in the function that the host asks, and in the kernel.
Value *Reshaper::number_of(const Divisor &divisor, LaunchValueEmitter &values, IRBuilder<> &builder) const {
  Value *value = builder.CreateIntCast(values.emit(divisor.value), builder.getInt64Ty(), divisor.is_signed);
  switch (divisor.form) {
  case Divisor::Form::shift: return builder.CreateShl(builder.getInt64(1), builder.CreateAnd(value, 63));
  case Divisor::Form::mask: return builder.CreateAdd(value, builder.getInt64(1));
  default: return value;
  }
}

Function &Reshaper::make_shape(const Twine &name) const {
  Type *ptr = PointerType::get(context_, 0);
  IRBuilder<> builder(context_);
  Function &shape = *Function::Create(FunctionType::get(builder.getInt1Ty(), {ptr, ptr}, false),
                                      GlobalValue::ExternalLinkage, name, *group_.getParent());
  shape.setDoesNotThrow();
  shape.addRetAttr(Attribute::ZExt);  // a bool of C++
  for (StringRef kind : {"target-cpu", "target-features"})
    if (group_.hasFnAttribute(kind)) shape.addFnAttr(group_.getFnAttribute(kind));
  builder.SetInsertPoint(BasicBlock::Create(context_, "entry", &shape));
  Value *args = shape.getArg(0), *sizes = shape.getArg(1);
  LaunchValueEmitter values(builder, args);
  auto size_at = [&](unsigned dimension) {
    return builder.CreateConstInBoundsGEP1_64(builder.getInt64Ty(), sizes, dimension);
  };
  Value *items = builder.CreateLoad(builder.getInt64Ty(), size_at(0), "items");
  // No conversion changes the index, and none makes it negative.
  Value *holds = builder.CreateICmpULE(items, builder.getInt64(uint64_t{1} << (bits_ - 1)));
  for (const Guard &guard : guards_) {
    Value *bound = builder.CreateIntCast(values.emit(guard.bound), builder.getInt64Ty(), guard.is_signed);
    if (guard.is_signed) bound = builder.CreateBinaryIntrinsic(llvm::Intrinsic::smax, bound, builder.getInt64(0));
    if (guard.or_equal) bound = builder.CreateBinaryIntrinsic(llvm::Intrinsic::uadd_sat, bound, builder.getInt64(1));
    items = builder.CreateBinaryIntrinsic(llvm::Intrinsic::umin, items, bound);
  }
  Value *columns = number_of(divisors_[0], values, builder);
  for (const Divisor &divisor : divisors_)
    holds = builder.CreateAnd(holds, builder.CreateICmpEQ(number_of(divisor, values, builder), columns));
  if (divisors_[0].form == Divisor::Form::mask)
    holds = builder.CreateAnd(holds, builder.CreateICmpEQ(builder.CreateUnaryIntrinsic(llvm::Intrinsic::ctpop, columns),
                                                          builder.getInt64(1)));
  for (const Part &part : parts_) {
    Value *planes;
    if (is_contained(divisors_, part.divisor) || !is_of_product(part, planes)) continue;
    planes = builder.CreateIntCast(values.emit(planes), builder.getInt64Ty(), part.divisor.is_signed);
    holds = builder.CreateAnd(holds, builder.CreateICmpSGT(planes, builder.getInt64(0)));
    Value *product = number_of(part.divisor, values, builder);  // which may have wrapped around
    holds = builder.CreateAnd(holds, builder.CreateICmpEQ(product, builder.CreateMul(columns, planes)));
  }
  // A negative number is more than the items.
  columns = builder.CreateFreeze(columns);
  holds = builder.CreateAnd(holds, builder.CreateICmpUGE(columns, builder.getInt64(kLeastItems)));
  Value *divisor = builder.CreateBinaryIntrinsic(llvm::Intrinsic::umax, columns, builder.getInt64(1));
  Value *rows = builder.CreateUDiv(items, divisor);
  holds = builder.CreateAnd(holds, builder.CreateICmpUGE(rows, builder.getInt64(kLeastItems)));
  holds = builder.CreateAnd(holds, builder.CreateICmpEQ(builder.CreateMul(rows, divisor), items));
  builder.CreateStore(columns, size_at(0));
  builder.CreateStore(rows, size_at(1));
  builder.CreateRet(builder.CreateFreeze(holds));
  return shape;
}

void Reshaper::split() {
  BasicBlock &entry = group_.getEntryBlock();
  IRBuilder<> builder(&entry, entry.getFirstNonPHIOrDbgOrAlloca());
  auto id = [&](unsigned dimension) {
    return builder.CreateCall(declare_intrinsic(*group_.getParent(), Intrinsic::__wherry_global_id),
                              {builder.getInt32(dimension)});
  };
  Value *column = id(0), *row = id(1);
  LaunchValueEmitter values(builder, group_.getArg(0));
  Value *columns = number_of(divisors_[0], values, builder);
  // The host has asked whether truncations keep the index.
  auto narrow = [&](Value *value, Type *type) {
    return type == value->getType() ? value : builder.CreateTrunc(value, type, "", /*IsNUW=*/true, /*IsNSW=*/true);
  };
  Value *before = builder.CreateMul(row, columns, "", /*HasNUW=*/true, /*HasNSW=*/true);
  auto index_of = [&](Type *type) {
    Value *first = builder.CreateMul(narrow(row, type), narrow(columns, type), "", /*HasNUW=*/true, /*HasNSW=*/true);
    return builder.CreateAdd(narrow(column, type), first, "index", /*HasNUW=*/true, /*HasNSW=*/true);
  };
  for (const Guard &guard : guards_)  // there is no work-item that does not go on
    guard.compare->replaceAllUsesWith(builder.getInt1(guard.holds));
  for (const Part &part : parts_) {
    if (!is_contained(divisors_, part.divisor)) continue;
    Value *value = part.kind == Part::Kind::quotient ? row : part.kind == Part::Kind::remainder ? column : before;
    part.instruction->replaceAllUsesWith(narrow(value, part.instruction->getType()));
    part.instruction->eraseFromParent();
  }
  for (const Part &part : parts_) {
    Value *planes;
    if (is_contained(divisors_, part.divisor) || !is_of_product(part, planes)) continue;
    planes = builder.CreateIntCast(values.emit(planes), row->getType(), part.divisor.is_signed);
    Value *value = builder.CreateUDiv(row, planes);
    if (part.kind == Part::Kind::remainder)
      value = builder.CreateAdd(builder.CreateMul(builder.CreateURem(row, planes), columns), column);
    part.instruction->replaceAllUsesWith(builder.CreateIntCast(value, part.instruction->getType(), false));
    part.instruction->eraseFromParent();
  }
  for (Instruction *index : same_) index->replaceAllUsesWith(index_of(index->getType()));
  for (const auto &[product, factor] : products_)
    product->replaceAllUsesWith(builder.CreateShl(index_of(product->getType()), factor));
  for (Instruction *call : indices_) call->eraseFromParent();
  // The host reshapes no launch with an offset.
  for (Instruction *call : offsets_) {
    call->replaceAllUsesWith(ConstantInt::get(call->getType(), 0));
    call->eraseFromParent();
  }
}

}  // namespace

bool ReshapeNdRangePass::run_on(KernelFacts &kernel, FunctionAnalysisManager &) {
  Function &group = *kernel.group;
  const bool variant = kernel.reshaped;
  if (kernel.sub_groups || kernel.enqueues || kernel.block || is_debugged(group) || sees_groups(group)) return false;
  if (kernel.local_size[0] && !variant) return false;
  Reshaper original(group);
  if (!original.find()) return false;
  Function *made = &group;
  if (!variant) {
    ValueToValueMapTy map;
    made = CloneFunction(&group, map);
    made->setName(group.getName() + ".reshaped");
  }
  Reshaper reshaper(*made);
  if (!reshaper.find()) report_fatal_error("a copy of a work-group function has another index");
  KernelFacts facts = KernelFacts::of(*made);
  facts.reshaped = true;
  facts.write();
  Function &shape = reshaper.make_shape("shape." + kernel.name);
  made->setMetadata(kShape, MDNode::get(group.getContext(), ConstantAsMetadata::get(&shape)));
  reshaper.split();
  if (variant) {
    lower_global_ids(group);
    fix_local_size(group, kernel.local_size);
  }
  return true;
}

}  // namespace wherry::compiler
