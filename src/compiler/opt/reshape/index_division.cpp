// SPDX-License-Identifier: Apache-2.0
#include "compiler/opt/reshape/reshaping.h"

#include "compiler/ir/intrinsics.h"
#include "compiler/opt/reshape/guards.h"
#include "compiler/opt/reshape/index_parts.h"
#include "compiler/vectorise/cost.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace wherry::compiler {

namespace {

// Users of a quotient that are looked through for an address.
constexpr unsigned kMostUsers = 256;

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

class IndexDivision final : public Reshaping {
 public:
  explicit IndexDivision(Function &group) : group_(group) {}

  bool find() override {
    if (!has_one_dimension() || indices_.empty()) return false;
    index_.collect([this](Instruction &user, Instruction &index) {
      if (auto part = part_of(user, index)) parts_.push_back(std::move(*part));
    });
    if (!choose()) return false;
    for (IndexPart &part : parts_) {
      part.conversions.add_root(*part.instruction);
      part.conversions.collect([](Instruction &, Instruction &) {});
    }
    guards_.find(group_, index_);
    return true;
  }

  void emit(LaunchShape &shape) override;
  void apply() override;

 private:
  bool has_one_dimension();
  bool choose();
  bool fits(const Divisor &divisor) const;
  bool is_of_product(const IndexPart &part, Value *&other) const;

  Function &group_;
  SmallVector<Instruction *> indices_;  // calls for the id of dimension 0
  IndexConversions index_;
  SmallVector<IndexPart> parts_;
  SmallVector<Divisor, 2> divisors_;  // equal numbers
  IndexGuards guards_;
};

// Whether the kernel asks for ids of dimension 0 alone, and for no size.
bool IndexDivision::has_one_dimension() {
  for (Instruction &instruction : instructions(group_)) {
    const wherry::compiler::Intrinsic id = intrinsic_of(instruction);
    if (id == Intrinsic::none || id == Intrinsic::__wherry_global_offset) continue;
    auto *dimension = instruction.getNumOperands() > 1 ? dyn_cast<ConstantInt>(instruction.getOperand(0)) : nullptr;
    if (id != Intrinsic::__wherry_global_id || !dimension || !dimension->isZero()) return false;
    indices_.push_back(&instruction);
    index_.add_root(instruction);
  }
  return true;
}

bool IndexDivision::fits(const Divisor &divisor) const {
  // Of longer rows no launch has enough: the mask of k << 1 >> 1, 31 bits.
  constexpr uint64_t kMost = kMostLaunchFactor / cost::kLeastDividedItems;
  return is_launch_value(divisor.value, group_) &&
         (!isa<ConstantInt>(divisor.value) ||
          (divisor.known() >= cost::kLeastDividedItems && divisor.known() <= kMost));
}

// Whether a part is one of a product with the chosen number: index / (columns * planes), index % (columns * planes).
bool IndexDivision::is_of_product(const IndexPart &part, Value *&other) const {
  return divisors_[0].form == Divisor::Form::number && part.divisor.form == Divisor::Form::number &&
         match(part.divisor.value, m_c_Mul(m_Specific(divisors_[0].value), m_Value(other))) &&
         is_launch_value(part.divisor.value, group_);
}

// Chooses the number by which the index is divided to compute addresses; false: there is none, or another number too. A
// shift and a mask stand for one number if the host finds their numbers equal.
bool IndexDivision::choose() {
  erase_if(parts_, [](const IndexPart &part) { return part.instruction->use_empty(); });
  auto chooses = [&](const IndexPart &first, bool remainder) {
    if ((first.kind == IndexPart::Kind::remainder) != remainder || !fits(first.divisor)) return false;
    divisors_ = {first.divisor};
    for (const IndexPart &part : parts_) {
      const Divisor &divisor = part.divisor;
      if (divisor.form == first.divisor.form || divisor.form == Divisor::Form::number) continue;
      if (first.divisor.form == Divisor::Form::number || !fits(divisor)) continue;
      divisors_.push_back(divisor);
      break;
    }
    bool addresses = false;
    const bool alone = all_of(parts_, [&](const IndexPart &part) {
      if (!reaches_address(*part.instruction)) return true;
      Value *other;
      addresses |= is_contained(divisors_, part.divisor);
      return is_contained(divisors_, part.divisor) || is_of_product(part, other);
    });
    return alone && addresses;
  };
  // A remainder is of the innermost dimension.
  return any_of(parts_, [&](const IndexPart &part) { return chooses(part, true); }) ||
         any_of(parts_, [&](const IndexPart &part) { return chooses(part, false); });
}

void IndexDivision::emit(LaunchShape &shape) {
  IRBuilder<> &builder = shape.builder;
  Value *items = shape.size(0);
  for (unsigned dimension = 1; dimension < 3; ++dimension)
    shape.require(builder.CreateICmpEQ(shape.asked(dimension), builder.getInt64(1)));
  // No conversion changes the index or a part of it, and none makes it negative.
  unsigned bits = index_.value_bits();
  for (const IndexPart &part : parts_) bits = std::min(bits, part.conversions.value_bits());
  shape.require(builder.CreateICmpULE(items, builder.getInt64(uint64_t{1} << bits)));
  items = guards_.limited(items, shape);
  Value *columns = divisors_[0].require_in(shape);
  for (const Divisor &divisor : ArrayRef(divisors_).drop_front())
    shape.require(builder.CreateICmpEQ(divisor.require_in(shape), columns));
  for (const IndexPart &part : parts_) {
    Value *planes;
    if (is_contained(divisors_, part.divisor) || !is_of_product(part, planes)) continue;
    planes = shape.value(planes, part.divisor.is_signed);
    shape.require_within(planes, 1, kMostLaunchFactor);
    Value *product = part.divisor.require_in(shape);  // which may have wrapped around
    shape.require(builder.CreateICmpEQ(product, builder.CreateMul(columns, planes)));
  }
  // A negative divisor is a huge unsigned one.
  shape.require_within(columns, cost::kLeastDividedItems, kMostLaunchFactor);
  Value *divisor = builder.CreateBinaryIntrinsic(llvm::Intrinsic::umax, columns, builder.getInt64(1));
  Value *rows = builder.CreateUDiv(items, divisor);
  shape.require(builder.CreateICmpUGE(rows, builder.getInt64(cost::kLeastDividedItems)));
  shape.require(builder.CreateICmpEQ(builder.CreateMul(rows, divisor), items));
  shape.set_size(0, columns);
  shape.set_size(1, rows);
}

// Makes the work-items' two ids out of dimensions 0 and 1.
void IndexDivision::apply() {
  BasicBlock &entry = group_.getEntryBlock();
  IRBuilder<> builder(&entry, entry.getFirstNonPHIOrDbgOrAlloca());
  auto id = [&](unsigned dimension) {
    return builder.CreateCall(declare_intrinsic(*group_.getParent(), Intrinsic::__wherry_global_id),
                              {builder.getInt32(dimension)});
  };
  Value *column = id(0), *row = id(1);
  LaunchValueEmitter values(builder, group_.getArg(0));
  Value *columns = divisors_[0].emit(values, builder);
  Value *before = builder.CreateMul(row, columns, "", /*HasNUW=*/true, /*HasNSW=*/true);
  // Computed in each type: what the kernel takes from the index again, as g - y * w, cancels out.
  auto index_of = [&](Type *type) {
    Value *first = builder.CreateMul(convert_index(builder, row, type), convert_index(builder, columns, type), "",
                                     /*HasNUW=*/true, /*HasNSW=*/true);
    return builder.CreateAdd(convert_index(builder, column, type), first, "index", /*HasNUW=*/true, /*HasNSW=*/true);
  };
  guards_.remove();
  auto replace = [&](IndexPart &part, Value *value) {
    part.conversions.replace([&](Type *type) { return convert_index(builder, value, type); });
    part.instruction->eraseFromParent();
  };
  for (IndexPart &part : parts_)
    if (is_contained(divisors_, part.divisor))
      replace(part, part.kind == IndexPart::Kind::quotient    ? row
                    : part.kind == IndexPart::Kind::remainder ? column
                                                              : before);
  for (IndexPart &part : parts_) {
    Value *planes;
    if (is_contained(divisors_, part.divisor) || !is_of_product(part, planes)) continue;
    planes = values.emit_wide(planes, part.divisor.is_signed);
    Value *value = builder.CreateUDiv(row, planes);
    if (part.kind == IndexPart::Kind::remainder)
      value = builder.CreateAdd(builder.CreateMul(builder.CreateURem(row, planes), columns), column);
    replace(part, value);
  }
  index_.replace(index_of);
  for (Instruction *call : indices_) call->eraseFromParent();
}

}  // namespace

std::unique_ptr<Reshaping> index_division(Function &group) { return std::make_unique<IndexDivision>(group); }

}  // namespace wherry::compiler
