// SPDX-License-Identifier: Apache-2.0
#include "compiler/analysis/forward_progress.h"

#include "compiler/analysis/argument_origin.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/MemoryLocation.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace wherry::compiler {

namespace {

const Function *body_called(const Instruction &instruction) {
  auto *call = dyn_cast<CallBase>(&instruction);
  const Function *callee = call ? call->getCalledFunction() : nullptr;
  return callee && !callee->isDeclaration() ? callee : nullptr;
}

bool is_volatile_or_atomic(const Instruction &instruction) {
  return isa<LoadInst, AtomicRMWInst, AtomicCmpXchgInst>(instruction) &&
         (instruction.isAtomic() || instruction.isVolatile());
}

const Value *place_of(const Instruction &instruction) {
  const std::optional<MemoryLocation> where = MemoryLocation::getOrNone(&instruction);
  return where ? where->Ptr : nullptr;
}

// What the functions do that were not inlined.
class Callees {
 public:
  explicit Callees(const ArgumentOrigins &origins) : origins_(origins) {}

  struct Kind {
    bool reads = false;  // memory that other work-items change meanwhile
    bool waits = false;  // in a loop, until another work-item changes memory
  };
  Kind called(const Instruction &instruction);
  // Whether an instruction reads memory that other work-items change meanwhile.
  bool is_shared_read(const Instruction &instruction) {
    return is_volatile_or_atomic(instruction) || called(instruction).reads;
  }

  bool may_write(const Instruction &instruction, const Value *place) const;
  // Whether a value was loaded from a place, and has not been changed since.
  bool was_loaded_from(const Value *value, const Value *place, SmallPtrSetImpl<const Value *> &seen) const;

 private:
  // Two arguments or variables are taken to be different memory.
  bool may_be_same(const Value *a, const Value *b) const;

  const ArgumentOrigins &origins_;
  DenseMap<const Function *, Kind> known_;
};

bool Callees::may_be_same(const Value *a, const Value *b) const {
  if (!a || !b) return true;
  const auto ones = origins_.all_of(a), others = origins_.all_of(b);
  return any_of(ones, [&](const PointerOrigin &one) {
    return any_of(others, [&](const PointerOrigin &other) {
      return one == other || one.kind == PointerOrigin::unknown || other.kind == PointerOrigin::unknown;
    });
  });
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

// Whether a work-item makes progress by this access itself: an exchange that is tried again with the value loaded, or
// an addition that takes the next number.
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

// The values that decide when a work-item leaves a loop: the conditions of its exits, what they are computed from, the
// branches that lead to those, and what is stored where they are loaded.
class ExitConditions {
 public:
  ExitConditions(const Loop &loop, Callees &callees) : loop_(loop), callees_(callees) {
    for (const BasicBlock *block : loop.blocks())
      for (const Instruction &one : *block)
        if (auto *store = dyn_cast<StoreInst>(&one)) stores_.push_back(store);
    SmallVector<BasicBlock *> exiting;
    loop.getExitingBlocks(exiting);
    for (const BasicBlock *block : exiting) {
      want(block->getTerminator());
      reach(block);
    }
    for (size_t i = 0; i < values_.size(); ++i) follow(*values_[i]);
  }
  ArrayRef<const Instruction *> values() const { return values_; }

 private:
  void want(const Value *value) {
    auto *instruction = dyn_cast<Instruction>(value);
    if (instruction && loop_.contains(instruction) && seen_.insert(instruction).second) values_.push_back(instruction);
  }

  // Wants the branches that decide whether an iteration reaches a block.
  void reach(const BasicBlock *block) {
    if (!loop_.contains(block) || !reached_.insert(block).second) return;
    // Blocks from which an iteration may end without reaching `block`.
    SmallPtrSet<const BasicBlock *, 16> past;
    SmallVector<const BasicBlock *> open;
    auto add = [&](const BasicBlock *one) {
      if (one != block && loop_.contains(one) && past.insert(one).second) open.push_back(one);
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

  void follow(const Instruction &value) {
    if (auto *phi = dyn_cast<PHINode>(&value)) {
      for (const BasicBlock *from : phi->blocks()) {
        if (succ_size(from) > 1) want(from->getTerminator());
        reach(from);
      }
    } else if (auto *load = dyn_cast<LoadInst>(&value)) {
      for (const StoreInst *store : stores_)
        if (callees_.may_write(*store, load->getPointerOperand())) {
          want(store->getValueOperand());
          reach(store->getParent());
        }
    } else if (callees_.is_shared_read(value)) {
      return;
    }
    for (const Value *operand : value.operands()) want(operand);
  }

  const Loop &loop_;
  Callees &callees_;
  SmallVector<const StoreInst *> stores_;
  SmallVector<const Instruction *> values_;
  SmallPtrSet<const Value *, 32> seen_;
  SmallPtrSet<const BasicBlock *, 16> reached_;
};

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

// Whether one lane at most can reach a block: behind an equality of a value with a lane stride and a uniform one.
bool is_of_one_lane(const BasicBlock &block, const Loop &items, const LaneStrides &strides,
                    const DominatorTree &dominators) {
  for (auto *node = dominators.getNode(&block); node && items.contains(node->getBlock()); node = node->getIDom()) {
    auto *branch = dyn_cast<BranchInst>(node->getBlock()->getTerminator());
    auto *compare = branch && branch->isConditional() ? dyn_cast<ICmpInst>(branch->getCondition()) : nullptr;
    if (!compare || !compare->isEquality()) continue;
    const BasicBlockEdge equal(branch->getParent(),
                               branch->getSuccessor(compare->getPredicate() == CmpInst::ICMP_EQ ? 0 : 1));
    auto differs = [&](unsigned k) {
      // 256 times as many lanes as there are do not come around to the same value in 32 bits.
      constexpr int64_t kMostStride = 256;
      const int64_t stride = strides.stride(compare->getOperand(k)).value_or(0);
      return stride != 0 && std::abs(stride) <= kMostStride && strides.uniform(compare->getOperand(1 - k)) &&
             compare->getOperand(k)->getType()->getScalarSizeInBits() >= 32;
    };
    if ((differs(0) || differs(1)) && dominators.dominates(equal, &block)) return true;
  }
  return false;
}

// Whether a work-item may write to a place after a loop, before the work-item ends.
bool is_written_after(const Value *place, const Loop &loop, const Loop &items, const Callees &callees) {
  SmallVector<BasicBlock *> from;
  loop.getExitBlocks(from);
  SmallPtrSet<const BasicBlock *, 16> seen(from.begin(), from.end());
  for (size_t i = 0; i < from.size(); ++i) {
    if (!items.contains(from[i]) || from[i] == items.getHeader()) continue;
    if (!loop.contains(from[i]) &&
        any_of(*from[i], [&](const Instruction &one) { return callees.may_write(one, place); }))
      return true;
    for (BasicBlock *next : successors(from[i]))
      if (seen.insert(next).second) from.push_back(next);
  }
  return false;
}

const Instruction *find_spin_wait(const Loop &items, const Linearisation &flow, const LaneStrides &strides,
                                  const DominatorTree &dominators) {
  const ArgumentOrigins origins(KernelFacts::of(*items.getHeader()->getParent()));
  Callees callees(origins);
  for (const Loop *loop : items.getLoopsInPreorder()) {
    // A uniform loop may be in a divergent one, which some lanes have left.
    const Loop *around = loop;
    while (around != &items && !flow.divergent(around)) around = around->getParentLoop();
    if (around == &items) continue;
    bool fenced = false, shared = false;
    for (const BasicBlock *block : loop->blocks())
      for (const Instruction &one : *block) {
        fenced |= isa<FenceInst>(one);
        shared |= callees.is_shared_read(one);
      }
    if (!(fenced || shared) || is_of_one_lane(*loop->getHeader(), items, strides, dominators)) continue;
    const ExitConditions deciding(*loop, callees);
    for (const Instruction *value : deciding.values())
      if ((callees.is_shared_read(*value) || (fenced && isa<LoadInst>(value))) &&
          !makes_progress(*value, *loop, callees) && is_written_after(place_of(*value), *loop, items, callees))
        return value;
  }
  // Functions that were not inlined are called lane by lane.
  for (BasicBlock *block : items.blocks())
    for (const Instruction &one : *block)
      if (callees.called(one).waits && !is_of_one_lane(*block, items, strides, dominators)) return &one;
  return nullptr;
}

}  // namespace

ForwardProgress::ForwardProgress(const Loop &items, const Linearisation &flow, const LaneStrides &strides,
                                 const DominatorTree &dominators)
    : spin_wait_(find_spin_wait(items, flow, strides, dominators)) {}

void ForwardProgress::print(raw_ostream &out) const {
  if (spin_wait_)
    out << "    lanes wait for each other at" << *spin_wait_ << "\n";
  else
    out << "    no lane waits for another\n";
}

AnalysisKey ForwardProgressAnalysis::Key;

ForwardProgressAnalysis::Result ForwardProgressAnalysis::run(Function &group, FunctionAnalysisManager &analyses) {
  const DominatorTree &dominators = analyses.getResult<DominatorTreeAnalysis>(group);
  const OfItemLoops<Linearisation> &flows = analyses.getResult<LinearisationAnalysis>(group);
  const OfItemLoops<LaneStrides> &strides = analyses.getResult<LaneStridesAnalysis>(group);
  Result all;
  for (const ItemLoop &loop : analyses.getResult<ItemLoopsAnalysis>(group)) {
    const Linearisation *flow = flows.of(loop.items);
    all.add(loop.items, flow
                            ? std::make_unique<ForwardProgress>(*loop.items, *flow, *strides.of(loop.items), dominators)
                            : nullptr);
  }
  return all;
}

}  // namespace wherry::compiler
