// SPDX-License-Identifier: Apache-2.0
#include "compiler/opt/load_each_choice.h"

#include "compiler/analysis/lane_strides.h"
#include "compiler/analysis/target.h"
#include "compiler/ir/address_spaces.h"
#include "compiler/opt/reshape/id_rewriting.h"
#include "compiler/vectorise/candidates.h"
#include "compiler/vectorise/cost.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace wherry::compiler {

namespace {

// Rows of a choice: each costs a masked load, some cycles, where a gather of 16 elements takes some 20.
constexpr unsigned kMostRows = 4;

// A value among which work-items choose: it is the same for all, or the address of neighbouring elements. (Of numbers
// that go up from one work-item to the next, a run-time contiguity check costs less.)
bool is_row(const Value *value, const LaneStrides &strides) {
  return value->getType()->isPointerTy() ? strides.of(value).stride().has_value() : strides.uniform(value);
}

// Loads of one block whose addresses one choice decides: a select, or a phi behind a branch.
struct Group {
  Instruction *choice;
  SmallVector<LoadInst *, 4> loads;
};

class Choices {
 public:
  Choices(const LaneStrides &strides, const LoopInfo &loops, const DominatorTree &dominators)
      : strides_(strides), loops_(loops), dominators_(dominators) {}

  void add(LoadInst &load) {
    const uint64_t bits = load.getDataLayout().getTypeSizeInBits(load.getType()).getFixedValue();
    if (!load.isSimple() || load.getPointerAddressSpace() == kPrivateSpace || load.getType()->isVectorTy() ||
        bits % 8 != 0 || strides_.of(load.getPointerOperand()).stride())
      return;
    load_ = &load, choice_ = nullptr, row_stride_.reset();
    const auto stride = stride_of(load.getPointerOperand(), cost::kMostIndexSteps);
    if (!choice_ || !stride || uint64_t(std::abs(*stride)) != bits / 8 || !is_of_iteration(*choice_, *load.getParent()))
      return;
    // Nothing may be written between the first load of a group and the others.
    for (Group &group : groups_)
      if (group.choice == choice_ && group.loads.front()->getParent() == load.getParent()) {
        const BasicBlock::iterator from = group.loads.front()->getIterator();
        if (none_of(make_range(from, load.getIterator()), [](Instruction &each) { return each.mayWriteToMemory(); }))
          return group.loads.push_back(&load);
      }
    groups_.push_back({choice_, {&load}});
  }
  ArrayRef<Group> groups() const { return groups_; }

 private:
  // The stride in bytes, or of a number, were choice_ the same row for all; finds choice_. Nothing: another address.
  std::optional<int64_t> stride_of(Value *value, unsigned depth) {
    if (const auto known = strides_.of(value).stride()) return known;
    auto *instruction = dyn_cast<Instruction>(value);
    if (!instruction || depth == 0) return {};
    switch (instruction->getOpcode()) {
    case Instruction::PHI:
    case Instruction::Select: {
      unsigned rows = 0;
      if (choice_ == instruction) return row_stride_;
      if (choice_ || !is_choice(*instruction, *load_->getParent(), rows) || rows > kMostRows) return {};
      choice_ = instruction;
      return row_stride_;
    }
    case Instruction::SExt:
    case Instruction::ZExt: return stride_of(instruction->getOperand(0), depth - 1);
    default: break;
    }
    auto operand = [&](const Value *of) {
      const auto stride = stride_of(const_cast<Value *>(of), depth - 1);
      return stride ? LaneStride(*stride) : LaneStride::varying();
    };
    if (auto *address = dyn_cast<GetElementPtrInst>(instruction))
      return stride_of_address(*address, operand, operand).stride();
    const auto stride = stride_of_arithmetic(*instruction, operand);
    return stride ? stride->stride() : std::nullopt;
  }

  // Behind a loop that work-items leave one by one, what all have alike in an iteration differs.
  bool is_of_iteration(const Instruction &value, const BasicBlock &place) const {
    const Loop *loop = loops_.getLoopFor(value.getParent());
    return !loop || loop->contains(&place);
  }

  // Whether work-items choose among rows that are known, or can be computed, where `place` begins.
  bool is_choice(Instruction &value, const BasicBlock &place, unsigned &rows) {
    if (!strides_.inside(&value)) return false;
    SmallVector<Value *, 4> from;
    if (auto *select = dyn_cast<SelectInst>(&value)) {
      if (strides_.uniform(select->getCondition())) return false;
      from = {select->getTrueValue(), select->getFalseValue()};
    } else if (auto *phi = dyn_cast<PHINode>(&value); phi && !loops_.isLoopHeader(phi->getParent())) {
      append_range(from, phi->incoming_values());
    } else {
      return false;
    }
    return all_of(from, [&](Value *row) {
      auto *instruction = dyn_cast<Instruction>(row);
      if (instruction && !is_of_iteration(*instruction, place)) return false;
      if (is_row(row, strides_)) {
        const int64_t stride = *strides_.of(row).stride();
        if (row_stride_.value_or(stride) != stride) return false;
        row_stride_ = stride;
        return ++rows, can_compute(*row, place, strides_.uniform(row) ? 0 : cost::kMostIndexSteps);
      }
      return rows <= kMostRows && instruction && is_choice(*instruction, place, rows);
    });
  }

  // Whether the value is known where `place` begins, or is computed by operations that cannot fault of such values.
  bool can_compute(const Value &value, const BasicBlock &place, unsigned depth) const {
    auto *instruction = dyn_cast<Instruction>(&value);
    if (!instruction || (instruction->getParent() != &place && dominators_.dominates(instruction->getParent(), &place)))
      return true;
    return depth != 0 &&
           (isa<GetElementPtrInst, CastInst>(instruction) ||
            (isa<BinaryOperator>(instruction) && !instruction->isIntDivRem())) &&
           all_of(instruction->operands(), [&](const Use &use) { return can_compute(*use, place, depth - 1); });
  }

  const LaneStrides &strides_;
  const LoopInfo &loops_;
  const DominatorTree &dominators_;
  const LoadInst *load_ = nullptr;     // the current load
  Instruction *choice_ = nullptr;      // the select or phi that decides load_'s address
  std::optional<int64_t> row_stride_;  // of the choice's rows
  SmallVector<Group, 4> groups_;
};

// A value that the choice may have. Conditions are tested in order; the last row is what is left.
struct Row {
  Value *condition, *value;
  SmallSetVector<Instruction *, 4> computed = {};  // cloned where the row is loaded, operands first
};

// The instructions that compute a row and are not known in front of a block, in order.
void find_computation(Value *value, const BasicBlock &place, const DominatorTree &dominators,
                      SmallSetVector<Instruction *, 4> &found) {
  auto *instruction = dyn_cast<Instruction>(value);
  if (!instruction || (instruction->getParent() != &place && dominators.dominates(instruction->getParent(), &place)))
    return;
  for (Use &operand : instruction->operands()) find_computation(operand, place, dominators, found);
  found.insert(instruction);
}

// The rows of what is_choice() has found.
SmallVector<Row, kMostRows> rows_of(Value *value, const LaneStrides &strides) {
  auto *choice = dyn_cast<Instruction>(value);
  if (!choice || is_row(value, strides)) return {{nullptr, value}};
  SmallVector<Row, kMostRows> rows;
  Value *always = ConstantInt::getTrue(value->getContext()), *never = ConstantInt::getFalse(value->getContext());
  if (auto *select = dyn_cast<SelectInst>(choice)) {
    IRBuilder<> builder(select);
    for (const Row &row : rows_of(select->getTrueValue(), strides))
      rows.push_back(
          {row.condition ? builder.CreateLogicalAnd(select->getCondition(), row.condition) : select->getCondition(),
           row.value});
    append_range(rows, rows_of(select->getFalseValue(), strides));
    return rows;
  }
  auto *phi = cast<PHINode>(choice);
  IRBuilder<> builder(phi);
  for (unsigned k = 0; k < phi->getNumIncomingValues(); ++k) {
    if (phi->getBasicBlockIndex(phi->getIncomingBlock(k)) != int(k)) continue;  // a switch's second edge
    for (const Row &row : rows_of(phi->getIncomingValue(k), strides)) {
      PHINode *comes = builder.CreatePHI(builder.getInt1Ty(), phi->getNumIncomingValues(), "row");
      for (unsigned m = 0; m < phi->getNumIncomingValues(); ++m)
        comes->addIncoming(phi->getIncomingBlock(m) != phi->getIncomingBlock(k) ? never
                           : row.condition                                      ? row.condition
                                                                                : always,
                           phi->getIncomingBlock(m));
      rows.push_back({comes, row.value});
    }
  }
  rows.back().condition = nullptr;
  return rows;
}

// Loads from each row behind its condition.
void load_each(const Group &group, ArrayRef<Row> rows) {
  Instruction *begin = group.loads.front();
  LLVMContext &context = begin->getContext();
  BasicBlock *block = begin->getParent(), *join = block->splitBasicBlock(begin, "chosen");
  block->getTerminator()->eraseFromParent();
  IRBuilder<> builder(join, join->begin());
  SmallVector<PHINode *, 4> loaded;
  for (LoadInst *load : group.loads) loaded.push_back(builder.CreatePHI(load->getType(), kMostRows, load->getName()));
  for (const Row &row : rows) {
    BasicBlock *of_row = BasicBlock::Create(context, "row", block->getParent(), join), *others = nullptr;
    builder.SetInsertPoint(block);
    builder.SetCurrentDebugLocation(begin->getDebugLoc());
    if (row.condition) {
      others = BasicBlock::Create(context, "other.rows", block->getParent(), join);
      builder.CreateCondBr(row.condition, of_row, others);
    } else {
      builder.CreateBr(of_row);
    }
    builder.SetInsertPoint(of_row);
    ValueToValueMapTy made;
    for (Instruction *each : row.computed) {
      Instruction *copy = each->clone();
      RemapInstruction(copy, made, RF_NoModuleLevelChanges | RF_IgnoreMissingLocals);
      made[each] = builder.Insert(copy, each->getName());
    }
    Value *of_choice = made.lookup(row.value);
    made[group.choice] = of_choice ? of_choice : row.value;
    for (auto [load, phi] : zip(group.loads, loaded)) {
      // What stands behind the first load is computed anew.
      Value *address = computed_with(made, load->getPointerOperand(), builder,
                                     [&](const Instruction &each) { return each.getParent() != join; });
      Instruction *one = load->clone();
      one->setOperand(0, address);
      phi->addIncoming(builder.Insert(one), of_row);
    }
    builder.CreateBr(join);
    block = others;
  }
  for (auto [load, phi] : zip(group.loads, loaded)) {
    load->replaceAllUsesWith(phi);
    RecursivelyDeleteTriviallyDeadInstructions(load);
  }
}

// The phi that a load takes its address from, if every address that comes to the phi is contiguous among work-items:
// LLVM has joined the loads of several blocks to this one. Null: another load.
PHINode *phi_of_rows(LoadInst &load, const LaneStrides &strides, const LoopInfo &loops) {
  auto *phi = dyn_cast<PHINode>(load.getPointerOperand());
  const uint64_t bytes = load.getDataLayout().getTypeStoreSize(load.getType()).getFixedValue();
  if (!phi || phi->getParent() != load.getParent() || !load.isSimple() || loops.isLoopHeader(phi->getParent()) ||
      strides.of(phi).stride() || phi->getNumIncomingValues() > kMostRows)
    return nullptr;
  const bool all = all_of(phi->incoming_values(), [&](const Use &address) {
    const auto stride = strides.of(address.get()).stride();
    return stride && uint64_t(*stride) == bytes && phi->getIncomingBlock(address)->getSingleSuccessor();
  });
  const bool writes = any_of(make_range(phi->getIterator(), load.getIterator()),
                             [](const Instruction &each) { return each.mayHaveSideEffects(); });
  return all && !writes ? phi : nullptr;
}

void load_before(LoadInst &load, PHINode &addresses) {
  IRBuilder<> builder(&addresses);
  PHINode *loaded = builder.CreatePHI(load.getType(), addresses.getNumIncomingValues(), load.getName());
  for (unsigned k = 0; k < addresses.getNumIncomingValues(); ++k) {
    Instruction *one = load.clone();
    one->setOperand(0, addresses.getIncomingValue(k));
    BasicBlock *from = addresses.getIncomingBlock(k);
    one->insertBefore(from->getTerminator()->getIterator());
    loaded->addIncoming(one, from);
  }
  load.replaceAllUsesWith(loaded);
  RecursivelyDeleteTriviallyDeadInstructions(&load);
}

}  // namespace

PreservedAnalyses LoadEachChoicePass::run(Function &group, FunctionAnalysisManager &analyses) {
  if (TargetDescription::of(group).register_bits < 512) return PreservedAnalyses::all();  // no masks for 8 and 16 bits
  const auto &loops = analyses.getResult<LoopAnalysis>(group);
  const auto &dominators = analyses.getResult<DominatorTreeAnalysis>(group);
  SmallVector<std::pair<Group, SmallVector<Row, kMostRows>>, 4> all;
  SmallVector<std::pair<LoadInst *, PHINode *>, 4> joined;
  for (const ItemLoop &items : analyses.getResult<ItemLoopsAnalysis>(group)) {
    if (!why_not_by_form(*items.items, /*must=*/false).empty()) continue;
    const LaneAnalyses lanes(items, loops, dominators);
    Choices choices(lanes.strides, loops, dominators);
    for (BasicBlock *block : items.items->blocks())
      for (Instruction &each : *block)
        if (auto *load = dyn_cast<LoadInst>(&each)) {
          if (PHINode *rows = phi_of_rows(*load, lanes.strides, loops))
            joined.emplace_back(load, rows);
          else
            choices.add(*load);
        }
    for (const Group &found : choices.groups()) {
      auto &[choice, rows] = all.emplace_back(found, rows_of(found.choice, lanes.strides));
      for (Row &row : rows) find_computation(row.value, *choice.loads.front()->getParent(), dominators, row.computed);
    }
  }
  for (const auto &[load, rows] : joined) load_before(*load, *rows);
  for (const auto &[found, rows] : all) load_each(found, rows);
  return all.empty() && joined.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
}

}  // namespace wherry::compiler
