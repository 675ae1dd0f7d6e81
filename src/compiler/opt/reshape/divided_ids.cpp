// SPDX-License-Identifier: Apache-2.0
#include "compiler/ir/intrinsics.h"
#include "compiler/opt/reshape/address_expressions.h"
#include "compiler/opt/reshape/index_parts.h"
#include "compiler/opt/reshape/reshaping.h"
#include "kernel_abi/abi.h"
#include "llvm/IR/ConstantRange.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace wherry::compiler {

namespace {

// An id of dimension 0, and the divisions of it.
struct DividedId {
  SmallVector<CallInst *> calls = {};
  IndexConversions conversions = {};
  SmallVector<IndexPart> parts = {};
  std::optional<Divisor> divisor = {};

  void add(CallInst &call) {
    calls.push_back(&call);
    conversions.add_root(call);
  }
  // Finds divisions of the id by divisors that are accepted. The first one's divisor makes two dimensions.
  void find(function_ref<bool(const Divisor &)> accepts) {
    conversions.collect([&](Instruction &user, Instruction &index) {
      auto part = part_of(user, index);
      if (!part || !accepts(part->divisor)) return;
      if (!divisor) divisor = part->divisor;
      part->conversions.add_root(*part->instruction);
      part->conversions.collect([](Instruction &, Instruction &) {});
      parts.push_back(std::move(*part));
    });
  }
};

class DividedIds final : public Reshaping {
 public:
  explicit DividedIds(Function &group) : group_(group) {}

  bool find() override;
  void emit(LaunchShape &shape) override;
  void apply() override;

 private:
  bool has_one_dimension();
  CallInst *call(IRBuilder<> &builder, Intrinsic id, unsigned dimension) const {
    return builder.CreateCall(declare_intrinsic(*group_.getParent(), id), {builder.getInt32(dimension)});
  }
  // Whether a part divides by that divisor, or by an equal constant in another form.
  static bool is_of(const IndexPart &part, const Divisor &divisor) {
    return part.divisor == divisor || (divisor.known() && part.divisor.known() == divisor.known());
  }
  static void replace(DividedId &id, Value *quotient, Value *remainder, Value *number, IRBuilder<> &builder);

  Function &group_;
  DividedId local_, of_group_;
  SmallVector<CallInst *> sizes_, global_ids_;
};

// Whether the kernel asks for ids and local sizes of dimension 0 alone.
bool DividedIds::has_one_dimension() {
  for (Instruction &instruction : instructions(group_)) {
    const Intrinsic id = intrinsic_of(instruction);
    const IntrinsicKind kind = kind_of(id);
    if (kind != IntrinsicKind::item_id && kind != IntrinsicKind::group_id && kind != IntrinsicKind::launch_id) continue;
    if (dimension_of(&instruction, id) != 0) return false;
    auto &call = cast<CallInst>(instruction);
    if (id == Intrinsic::__wherry_local_id)
      local_.add(call);
    else if (id == Intrinsic::__wherry_group_id)
      of_group_.add(call);
    else if (id == Intrinsic::__wherry_global_id)
      global_ids_.push_back(&call);
    else if (is_local_size(id))
      sizes_.push_back(&call);
    else
      return false;
  }
  return true;
}

bool DividedIds::find() {
  if (!has_one_dimension()) return false;
  local_.find([](const Divisor &divisor) { return divisor.known() > 1 && divisor.known() < abi::kMaxWorkGroupSize; });
  of_group_.find([&](const Divisor &divisor) {
    return is_launch_value(divisor.value, group_) &&
           (!isa<ConstantInt>(divisor.value) || (divisor.known() > 1 && divisor.known() < kMostLaunchFactor));
  });
  return local_.divisor.has_value();
}

void DividedIds::emit(LaunchShape &shape) {
  IRBuilder<> &builder = shape.builder;
  for (unsigned dimension = 1; dimension < 3; ++dimension)
    shape.require(builder.CreateICmpEQ(shape.asked(dimension), builder.getInt64(1)));
  auto quotient = [&](Value *whole, Value *number) {
    Value *divisor = builder.CreateBinaryIntrinsic(llvm::Intrinsic::umax, number, builder.getInt64(1));
    shape.require(builder.CreateICmpEQ(builder.CreateURem(whole, divisor), builder.getInt64(0)));
    return builder.CreateUDiv(whole, divisor);
  };
  Value *columns = builder.getInt64(local_.divisor->known()), *rows = quotient(shape.local_size(0), columns);
  Value *groups = quotient(shape.asked(0), shape.local_size(0));
  Value *across = builder.getInt64(1);
  // Group ids fit the narrowest type that the kernel converts them to.
  shape.require_within(groups, 1, (uint64_t{1} << std::min(of_group_.conversions.value_bits(), 31u)) - 1);
  if (of_group_.divisor) {
    across = of_group_.divisor->require_in(shape);
    shape.require_within(across, 1, kMostLaunchFactor);
  }
  Value *along = quotient(groups, across);
  shape.divide(0, builder.CreateMul(columns, across), columns);
  shape.divide(1, builder.CreateMul(rows, along), rows);
}

// Replaces an id by number * quotient + remainder, and its parts by the quotient or the remainder.
void DividedIds::replace(DividedId &id, Value *quotient, Value *remainder, Value *number, IRBuilder<> &builder) {
  auto product = [&](Type *type) {
    return builder.CreateMul(convert_index(builder, quotient, type), convert_index(builder, number, type), "",
                             /*HasNUW=*/true, /*HasNSW=*/true);
  };
  for (IndexPart &part : id.parts) {
    if (!is_of(part, *id.divisor)) continue;
    part.conversions.replace([&](Type *type) -> Value * {
      switch (part.kind) {
      case IndexPart::Kind::quotient: return convert_index(builder, quotient, type);
      case IndexPart::Kind::remainder: return convert_index(builder, remainder, type);
      default: return product(type);
      }
    });
    part.instruction->eraseFromParent();
  }
  id.conversions.replace([&](Type *type) {
    return builder.CreateAdd(product(type), convert_index(builder, remainder, type), "", /*HasNUW=*/true,
                             /*HasNSW=*/true);
  });
}

void DividedIds::apply() {
  BasicBlock &entry = group_.getEntryBlock();
  IRBuilder<> builder(&entry, entry.getFirstNonPHIOrDbgOrAlloca());
  const uint64_t columns = local_.divisor->known();
  CallInst *column = call(builder, Intrinsic::__wherry_local_id, 0),
           *row = call(builder, Intrinsic::__wherry_local_id, 1);
  column->addRangeRetAttr(ConstantRange(APInt(64, 0), APInt(64, columns)));
  row->addRangeRetAttr(ConstantRange(APInt(64, 0), APInt(64, abi::kMaxWorkGroupSize / columns + 1)));
  Value *across = builder.getInt64(1), *group_column = builder.getInt64(0),
        *group_row = call(builder, Intrinsic::__wherry_group_id, 1);
  if (of_group_.divisor) {
    LaunchValueEmitter values(builder, group_.getArg(0));
    across = of_group_.divisor->emit(values, builder);
    group_column = call(builder, Intrinsic::__wherry_group_id, 0);
  }
  auto size = [&] {
    return builder.CreateMul(call(builder, Intrinsic::__wherry_local_size, 1), builder.getInt64(columns), "",
                             /*HasNUW=*/true, /*HasNSW=*/true);
  };
  // A global id is the group's id times the local size, plus the local id.
  if (!global_ids_.empty()) {
    auto whole = [&](Value *quotient, Value *number, Value *remainder) {
      return builder.CreateAdd(builder.CreateMul(quotient, number), remainder);
    };
    Value *global_id =
        whole(whole(group_row, across, group_column), size(), whole(row, builder.getInt64(columns), column));
    for (CallInst *call : global_ids_) call->replaceAllUsesWith(global_id);
  }
  for (CallInst *asks_size : sizes_) asks_size->replaceAllUsesWith(size());
  replace(local_, row, column, builder.getInt64(columns), builder);
  replace(of_group_, group_row, group_column, across, builder);
  // Not before: the builder may stand at the first one.
  for (ArrayRef<CallInst *> calls :
       {ArrayRef(local_.calls), ArrayRef(of_group_.calls), ArrayRef(sizes_), ArrayRef(global_ids_)})
    for (CallInst *call : calls) call->eraseFromParent();
}

}  // namespace

std::unique_ptr<Reshaping> divided_ids(Function &group) { return std::make_unique<DividedIds>(group); }

}  // namespace wherry::compiler
