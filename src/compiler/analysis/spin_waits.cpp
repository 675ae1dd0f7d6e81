// SPDX-License-Identifier: Apache-2.0
#include "compiler/analysis/spin_waits.h"

#include "compiler/ir/intrinsics.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/CycleAnalysis.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace wherry::compiler {

namespace {

// The most places that a polling loop reads in turn, such as two flags; a table that is probed has more.
constexpr unsigned kMostPolled = 8;
constexpr unsigned kMostSteps = 32;  // instructions that compute an address, to keep builds short

bool has_group_operation(const BasicBlock &block) {
  return any_of(block, [](const Instruction &one) { return is_group_operation(intrinsic_of(one)); });
}

// A call whose code the compiler does not have, as of a pipe's functions.
bool is_unknown_read(const Instruction &instruction) {
  auto *call = dyn_cast<CallBase>(&instruction);
  if (!call || !call->mayReadFromMemory() || isa<IntrinsicInst>(call)) return false;
  const Function *callee = call->getCalledFunction();
  return !callee || (callee->isDeclaration() && intrinsic_of(*callee) == Intrinsic::none);
}

// Most functions have no instruction that a loop could wait for.
bool may_be_waited_for(const Instruction &instruction) {
  return instruction.isAtomic() || instruction.isVolatile() ||
         (isa<CallBase>(instruction) && !isa<IntrinsicInst>(instruction) && instruction.mayReadFromMemory());
}

class Finder {
 public:
  Finder(Function &function, const ArgumentOrigins &origins, ScalarEvolution &evolution)
      : function_(function), callees_(origins), evolution_(evolution) {}

  // The instruction that a loop waits for; null: the loop ends by itself.
  const Instruction *waits_for(const Loop &loop) {
    if (meets_operations(loop)) return nullptr;
    bool fenced = false, only_polls = true, shared = false;
    for (const BasicBlock *block : loop.blocks())
      for (const Instruction &one : *block) {
        fenced |= isa<FenceInst>(one);
        const bool reads = callees_.is_shared_read(one) || is_unknown_read(one);
        shared |= reads;
        only_polls &= (reads && polls(one, loop)) || isa<FenceInst>(one) || !one.mayReadOrWriteMemory();
      }
    if (!fenced && !shared) return nullptr;
    // A loop with a bound of its own ends. A loop that only polls counts as a wait nevertheless.
    if (!only_polls && !isa<SCEVCouldNotCompute>(evolution_.getSymbolicMaxBackedgeTakenCount(&loop))) return nullptr;
    const ExitConditions deciding(loop, callees_);
    for (const Instruction *value : deciding.values())
      if (is_unknown_read(*value) ||
          ((callees_.is_shared_read(*value) || (fenced && is_read_after_fence(*value))) && !ends_itself(*value, loop)))
        return value;
    return nullptr;
  }

  // The same for a cycle with several entries.
  const Instruction *waits_for(const Cycle &cycle) {
    for (const BasicBlock *block : cycle.blocks())
      for (const Instruction &one : *block)
        if (callees_.is_shared_read(one) || is_unknown_read(one)) return &one;
    return nullptr;
  }

 private:
  // Whether each iteration comes to a work-group operation.
  static bool meets_operations(const Loop &loop) {
    SmallVector<const BasicBlock *> open{loop.getHeader()};
    SmallPtrSet<const BasicBlock *, 16> seen;
    while (!open.empty()) {
      const BasicBlock *block = open.pop_back_val();
      if (has_group_operation(*block)) continue;
      for (const BasicBlock *next : successors(block)) {
        if (next == loop.getHeader()) return false;
        if (loop.contains(next) && seen.insert(next).second) open.push_back(next);
      }
    }
    return true;
  }

  // Whether several iterations may read the same place. They do not if a phi of the loop's header changes the place
  // without a read of memory, as when a table is probed, and no mask or remainder leaves only a few places.
  static bool polls(const Instruction &read, const Loop &loop) {
    const Value *place = place_of(read);
    auto *address = dyn_cast_or_null<Instruction>(place);
    if (!address || !loop.contains(address)) return true;
    SmallSetVector<const Instruction *, 16> reached;
    reached.insert(address);
    bool changes = false;
    for (unsigned k = 0; k < reached.size(); ++k) {
      const Instruction &one = *reached[k];
      if (one.mayReadFromMemory() || reached.size() > kMostSteps || has_few_values(one)) return true;
      changes |= isa<PHINode>(one) && one.getParent() == loop.getHeader();
      for (const Value *operand : one.operands())
        if (auto *from = dyn_cast<Instruction>(operand); from && loop.contains(from)) reached.insert(from);
    }
    return !changes;
  }

  static bool has_few_values(const Instruction &index) {
    const APInt *number;
    if (match(&index, m_c_And(m_Value(), m_APInt(number)))) return number->popcount() <= Log2_32(kMostPolled);
    return match(&index, m_URem(m_Value(), m_APInt(number))) && number->ule(kMostPolled);
  }

  // Whether a work-item makes progress by the access itself. A compare-exchange that retries with a value from before
  // the loop waits for that value.
  bool ends_itself(const Instruction &value, const Loop &loop) const {
    auto *swap = dyn_cast<AtomicCmpXchgInst>(&value);
    auto *expected = swap ? dyn_cast<Instruction>(swap->getCompareOperand()) : nullptr;
    return (!swap || (expected && loop.contains(expected))) && makes_progress(value, loop, callees_);
  }

  // Whether a value is a plain load of memory that the kernel writes.
  bool is_read_after_fence(const Instruction &value) {
    auto *load = dyn_cast<LoadInst>(&value);
    return load && any_of(instructions(function_),
                          [&](const Instruction &one) { return callees_.may_write(one, load->getPointerOperand()); });
  }

  Function &function_;
  Callees callees_;
  ScalarEvolution &evolution_;
};

void add_irreducible(const Cycle &cycle, Finder &finder, SmallVectorImpl<SpinWait> &waits) {
  for (const Cycle *inner : cycle.children()) add_irreducible(*inner, finder, waits);
  if (cycle.isReducible()) return;
  const Instruction *on = finder.waits_for(cycle);
  if (!on) return;
  SpinWait wait{on, {}};
  for (BasicBlock *entry : cycle.getEntries())
    for (BasicBlock *from : predecessors(entry))
      if (cycle.contains(from) && !is_contained(wait.back_edges, std::pair(from, entry)))
        wait.back_edges.push_back({from, entry});
  waits.push_back(std::move(wait));
}

}  // namespace

SpinWaits::SpinWaits(Function &function, const ArgumentOrigins &origins, const LoopInfo &loops,
                     ScalarEvolution &evolution) {
  if (none_of(instructions(function), may_be_waited_for)) return;
  Finder finder(function, origins, evolution);
  for (const Loop *loop : loops.getLoopsInPreorder()) {
    const Instruction *on = finder.waits_for(*loop);
    if (!on) continue;
    SpinWait wait{on, {}};
    SmallVector<BasicBlock *> latches;
    loop->getLoopLatches(latches);
    for (BasicBlock *latch : latches) wait.back_edges.push_back({latch, loop->getHeader()});
    waits_.push_back(std::move(wait));
  }
  CycleInfo cycles;
  cycles.compute(function);
  for (const Cycle *cycle : cycles.toplevel_cycles()) add_irreducible(*cycle, finder, waits_);
}

void SpinWaits::print(raw_ostream &out) const {
  for (const SpinWait &wait : waits_) {
    out << "  waits at" << *wait.on << ", goes around by";
    for (auto [from, to] : wait.back_edges) {
      from->printAsOperand(out << " ", /*PrintType=*/false);
      to->printAsOperand(out << " -> ", /*PrintType=*/false);
    }
    out << "\n";
  }
  if (waits_.empty()) out << "  no loop waits\n";
}

AnalysisKey SpinWaitsAnalysis::Key;

SpinWaits SpinWaitsAnalysis::run(Function &group, FunctionAnalysisManager &analyses) {
  return SpinWaits(group, analyses.getResult<ArgumentOriginAnalysis>(group), analyses.getResult<LoopAnalysis>(group),
                   analyses.getResult<ScalarEvolutionAnalysis>(group));
}

}  // namespace wherry::compiler
