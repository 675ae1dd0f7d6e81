// SPDX-License-Identifier: Apache-2.0
#include "compiler/analysis/exit_conditions.h"

#include <utility>

#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/MemoryLocation.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace wherry::compiler {

namespace {

bool is_volatile_or_atomic(const Instruction &instruction) {
  return isa<LoadInst, AtomicRMWInst, AtomicCmpXchgInst>(instruction) &&
         (instruction.isAtomic() || instruction.isVolatile());
}

}  // namespace

const Value *place_of(const Instruction &instruction) {
  const std::optional<MemoryLocation> where = MemoryLocation::getOrNone(&instruction);
  return where ? where->Ptr : nullptr;
}

bool Callees::is_shared_read(const Instruction &instruction) {
  return is_volatile_or_atomic(instruction) || called(instruction).reads;
}

bool Callees::may_be_same(const Value *a, const Value *b) const {
  if (!a || !b) return true;
  const auto ones = origins_.all_of(a), others = origins_.all_of(b);
  return any_of(ones, [&](const PointerOrigin &one) {
    return any_of(others, [&](const PointerOrigin &other) {
      return one == other || one.kind == PointerOrigin::unknown || other.kind == PointerOrigin::unknown;
    });
  });
}

Function *body_called(const Instruction &instruction) {
  auto *call = dyn_cast<CallInst>(&instruction);
  Function *callee = call ? call->getCalledFunction() : nullptr;
  return callee && !callee->isDeclaration() ? callee : nullptr;
}

bool Callees::may_write(const Instruction &instruction, const Value *place) const {
  if (isa<StoreInst, AtomicRMWInst, AtomicCmpXchgInst>(instruction)) return may_be_same(place_of(instruction), place);
  const Function *callee = body_called(instruction);
  return callee && !callee->onlyReadsMemory();
}

bool Callees::was_loaded_from(const Value *value, const Value *place, SmallPtrSetImpl<const Value *> &seen) const {
  if (!seen.insert(value).second) return true;
  if (auto *phi = dyn_cast<PHINode>(value))
    return all_of(phi->incoming_values(), [&](const Value *one) { return was_loaded_from(one, place, seen); });
  if (isa<CastInst, FreezeInst>(value)) return was_loaded_from(cast<Instruction>(value)->getOperand(0), place, seen);
  if (auto *part = dyn_cast<ExtractValueInst>(value)) return was_loaded_from(part->getAggregateOperand(), place, seen);
  return isa<LoadInst, AtomicCmpXchgInst>(value) && may_be_same(place_of(*cast<Instruction>(value)), place);
}

bool makes_progress(const Instruction &instruction, const Loop &loop, const Callees &callees) {
  if (const Value *place = place_of(instruction))
    if (isa<AllocaInst>(getUnderlyingObject(place))) return true;
  if (auto *swap = dyn_cast<AtomicCmpXchgInst>(&instruction)) {
    SmallPtrSet<const Value *, 8> seen;
    return callees.was_loaded_from(swap->getCompareOperand(), swap->getPointerOperand(), seen);
  }
  auto *change = dyn_cast<AtomicRMWInst>(&instruction);
  if (!change) return false;
  const auto operation = change->getOperation();
  if (operation != AtomicRMWInst::Add && operation != AtomicRMWInst::Sub) return false;
  if (auto *by = dyn_cast<Constant>(change->getValOperand()); by && by->isNullValue()) return false;
  // The loop does not undo the change.
  return none_of(loop.blocks(), [&](const BasicBlock *block) {
    return any_of(*block, [&](const Instruction &other) {
      return &other != change && callees.may_write(other, change->getPointerOperand());
    });
  });
}

ExitConditions::ExitConditions(const Loop &loop, Callees &callees) : loop_(loop), callees_(callees) {
  for (const BasicBlock *block : loop.blocks())
    for (const Instruction &one : *block)
      if (auto *store = dyn_cast<StoreInst>(&one))
        for (const PointerOrigin &origin : callees.origins().all_of(store->getPointerOperand()))
          stores_[place_at(origin)].push_back(store);
  SmallVector<BasicBlock *> exiting;
  loop.getExitingBlocks(exiting);
  for (const BasicBlock *block : exiting) {
    want(block->getTerminator());
    reach(block);
  }
  for (size_t i = 0; i < values_.size(); ++i) follow(*values_[i]);
}

void ExitConditions::want(const Value *value) {
  auto *instruction = dyn_cast<Instruction>(value);
  if (instruction && loop_.contains(instruction) && seen_.insert(instruction).second) values_.push_back(instruction);
}

ExitConditions::Place ExitConditions::place_at(const PointerOrigin &origin) {
  if (origin.kind == PointerOrigin::unknown) return kUnknownPlace;
  const bool has_slot = origin.kind == PointerOrigin::buffer || origin.kind == PointerOrigin::local_argument;
  return has_slot ? Place(nullptr, 2 * origin.slot + (origin.kind == PointerOrigin::buffer)) : Place(origin.object, 0);
}

void ExitConditions::want_stored(const Place &place) {
  if (auto found = stores_.find(place); found != stores_.end()) want_stored(found->second);
}

// Once: the same stores are asked for by each load from their place.
void ExitConditions::want_stored(SmallVector<const StoreInst *> &stores) {
  for (const StoreInst *store : std::exchange(stores, {})) {
    want(store->getValueOperand());
    reach(store->getParent());
  }
}

// Wants the branches that decide whether an iteration reaches a block.
void ExitConditions::reach(const BasicBlock *block) {
  if (!loop_.contains(block) || !reached_.insert(block).second) return;
  // Blocks from which an iteration may end without reaching `block`.
  SmallSetVector<const BasicBlock *, 16> past;
  SmallVector<const BasicBlock *> open;
  auto add = [&](const BasicBlock *one) {
    if (one != block && loop_.contains(one) && past.insert(one)) open.push_back(one);
  };
  auto ends = [&](const BasicBlock *next) { return next == loop_.getHeader() || !loop_.contains(next); };
  for (const BasicBlock *one : loop_.blocks())
    if (any_of(successors(one), ends)) add(one);
  while (!open.empty())
    if (const BasicBlock *one = open.pop_back_val(); one != loop_.getHeader())
      for (const BasicBlock *before : predecessors(one)) add(before);
  for (const BasicBlock *from : past) {
    if (all_of(successors(from), [&](const BasicBlock *next) { return ends(next) || past.contains(next); })) continue;
    want(from->getTerminator());
    reach(from);
  }
}

void ExitConditions::follow(const Instruction &value) {
  if (auto *phi = dyn_cast<PHINode>(&value)) {
    for (const BasicBlock *from : phi->blocks()) {
      if (succ_size(from) > 1) want(from->getTerminator());
      reach(from);
    }
  } else if (auto *load = dyn_cast<LoadInst>(&value)) {
    want_stored(kUnknownPlace);
    for (const PointerOrigin &origin : callees_.origins().all_of(load->getPointerOperand()))
      if (origin.kind == PointerOrigin::unknown)
        for (auto &[place, stores] : stores_) want_stored(stores);
      else
        want_stored(place_at(origin));
  } else if (callees_.is_shared_read(value)) {
    return;
  }
  for (const Value *operand : value.operands()) want(operand);
}

Callees::Kind Callees::called(const Instruction &instruction) {
  const Function *callee = body_called(instruction);
  if (!callee || callee->onlyReadsMemory()) return {};
  if (auto [found, fresh] = known_.try_emplace(callee); !fresh) return found->second;  // perhaps a recursive call
  Kind kind;
  for (const Instruction &inside : instructions(*callee)) {
    const Kind inner = called(inside);
    kind.reads |= inner.reads || is_volatile_or_atomic(inside);
    kind.waits |= inner.waits;
  }
  if (kind.reads) {
    const DominatorTree dominators(const_cast<Function &>(*callee));
    const LoopInfo loops(dominators);
    for (const Loop *loop : loops.getLoopsInPreorder()) {
      const ExitConditions deciding(*loop, *this);
      kind.waits |= any_of(deciding.values(), [&](const Instruction *value) {
        return is_shared_read(*value) && !makes_progress(*value, *loop, *this);
      });
    }
  }
  return known_[callee] = kind;
}

LoopExitConditions::LoopExitConditions(const ArgumentOrigins &origins, const LoopInfo &loops) {
  Callees callees(origins);
  for (const Loop *loop : loops.getLoopsInPreorder()) {
    OfLoop found{loop->getHeader(), {}};
    const ExitConditions deciding(*loop, callees);
    for (const Instruction *value : deciding.values())
      found.values.push_back({value, callees.is_shared_read(*value), makes_progress(*value, *loop, callees)});
    loops_.push_back(std::move(found));
  }
}

void LoopExitConditions::print(raw_ostream &out) const {
  for (const OfLoop &loop : loops_) {
    loop.header->printAsOperand(out << "  loop at ", /*PrintType=*/false);
    out << ":\n";
    for (const Deciding &one : loop.values) {
      out << "  " << *one.value;
      if (one.is_shared_read) out << ": reads shared memory";
      if (one.makes_progress) out << (one.is_shared_read ? ", makes progress" : ": makes progress");
      out << "\n";
    }
    if (loop.values.empty()) out << "    no exit\n";
  }
  if (loops_.empty()) out << "  no loop\n";
}

AnalysisKey ExitConditionsAnalysis::Key;

LoopExitConditions ExitConditionsAnalysis::run(Function &group, FunctionAnalysisManager &analyses) {
  return LoopExitConditions(analyses.getResult<ArgumentOriginAnalysis>(group), analyses.getResult<LoopAnalysis>(group));
}

}  // namespace wherry::compiler
