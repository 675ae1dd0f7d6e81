// SPDX-License-Identifier: Apache-2.0
#include "compiler/analysis/uniformity.h"

#include "compiler/analysis/influence_region.h"
#include "compiler/analysis/item_loops.h"
#include "compiler/analysis/pointer_uses.h"
#include "compiler/ir/address_spaces.h"
#include "compiler/ir/intrinsics.h"
#include "compiler/ir/kernel_facts.h"
#include "compiler/ir/metadata.h"
#include "llvm/ADT/GenericUniformityImpl.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/TargetTransformInfoImpl.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace wherry::compiler {

// Whether an object is the argument block of a work-group function: the kernel's, and its structures passed by value.
// No work-item writes to it; a structure that the kernel changes is a copy.
static bool is_argument_block(const Value *object) {
  auto *argument = dyn_cast<Argument>(object);
  return argument && argument->getArgNo() == 0 && is_work_group_function(*argument->getParent());
}

struct Uniformity::WorkItems : TargetTransformInfoImplBase {
  WorkItems(const Function &group, const SharedVariables &shared, const Overlooked &overlooked)
      : TargetTransformInfoImplBase(group.getDataLayout()), shared_(shared), overlooked_(overlooked),
        waits_(yields(group)) {}
  bool hasBranchDivergence(const Function *) const override { return true; }
  InstructionUniformity getInstructionUniformity(const Value *value) const override {
    auto *instruction = dyn_cast<Instruction>(value);
    if (!instruction) return InstructionUniformity::Default;
    if (auto *phi = dyn_cast<PHINode>(instruction); phi && overlooked_.contains(phi))
      return InstructionUniformity::NeverUniform;
    Intrinsic id = intrinsic_of(*instruction);
    if (is_item_id(id) || is_sub_group_operation(id)) return InstructionUniformity::NeverUniform;
    if (is_group_operation(id)) return InstructionUniformity::AlwaysUniform;
    if (auto *variable = dyn_cast<AllocaInst>(instruction))
      return shared_.contains(variable) ? InstructionUniformity::Default : InstructionUniformity::NeverUniform;
    if (instruction->isAtomic()) return InstructionUniformity::NeverUniform;
    if (auto *load = dyn_cast<LoadInst>(instruction)) {
      // A load from a uniform address is uniform: within a region no work-item may write memory that another one reads.
      // Loads of private memory are not, since each work-item has its own; nor are any where work-items wait for each
      // other.
      if (load->isVolatile()) return InstructionUniformity::NeverUniform;
      if (load->hasMetadata(LLVMContext::MD_invariant_load)) return InstructionUniformity::Default;
      const Value *object = getUnderlyingObject(load->getPointerOperand());
      if (auto *variable = dyn_cast<AllocaInst>(object))
        return shared_.contains(variable) ? InstructionUniformity::Default : InstructionUniformity::NeverUniform;
      if (is_argument_block(object)) return InstructionUniformity::Default;
      const unsigned space = load->getPointerAddressSpace();
      return space == kPrivateSpace || (waits_ && space != kConstantSpace) ? InstructionUniformity::NeverUniform
                                                                           : InstructionUniformity::Default;
    }
    if (auto *call = dyn_cast<CallBase>(instruction))
      return call->doesNotAccessMemory() ? InstructionUniformity::Default : InstructionUniformity::NeverUniform;
    return InstructionUniformity::Default;
  }

 private:
  const SharedVariables &shared_;
  const Overlooked &overlooked_;
  const bool waits_;
};

// The lanes of a vector: the item loops' indices differ, and so do values that depend on them.
struct Uniformity::Lanes : TargetTransformInfoImplBase {
  Lanes(const DataLayout &layout, const DominatorTree &dominators, const Overlooked &overlooked)
      : TargetTransformInfoImplBase(layout), overlooked_(overlooked) {
    const LoopInfo loops(dominators);
    for (const ItemLoop &loop : ItemLoops(loops)) inside_.insert_range(loop.items->blocks());
  }
  bool hasBranchDivergence(const Function *) const override { return true; }
  InstructionUniformity getInstructionUniformity(const Value *value) const override {
    auto *instruction = dyn_cast<Instruction>(value);
    if (!instruction) return InstructionUniformity::Default;
    if (instruction->hasMetadata(kItemLoop))
      return isa<PHINode>(instruction) ? InstructionUniformity::NeverUniform : InstructionUniformity::AlwaysUniform;
    if (instruction->hasMetadata(kSpeculativelyUniform)) return InstructionUniformity::AlwaysUniform;
    if (const Intrinsic id = intrinsic_of(*instruction); sees_sub_groups(id))
      return info_of(id).lanes == LaneResult::same ? InstructionUniformity::AlwaysUniform
                                                   : InstructionUniformity::NeverUniform;
    auto private_variable = [](const Value *object) {
      auto *variable = dyn_cast<AllocaInst>(object);
      return variable && !variable->hasMetadata(kSharedVariable);
    };
    if (private_variable(instruction)) return InstructionUniformity::NeverUniform;
    // A value that an item loop leaves behind is one value, even if lanes computed it differently.
    if (!inside_.contains(instruction->getParent())) return InstructionUniformity::AlwaysUniform;
    if (auto *phi = dyn_cast<PHINode>(instruction); phi && overlooked_.contains(phi))
      return InstructionUniformity::NeverUniform;
    if (instruction->isAtomic()) return InstructionUniformity::NeverUniform;
    if (auto *load = dyn_cast<LoadInst>(instruction))
      return load->isVolatile() || private_variable(getUnderlyingObject(load->getPointerOperand()))
                 ? InstructionUniformity::NeverUniform
                 : InstructionUniformity::Default;
    if (auto *call = dyn_cast<CallBase>(instruction))
      return call->doesNotAccessMemory() || reads_clock(*call) ? InstructionUniformity::Default
                                                               : InstructionUniformity::NeverUniform;
    return InstructionUniformity::Default;
  }

 private:
  const Overlooked &overlooked_;
  SmallPtrSet<const BasicBlock *, 32> inside_;  // blocks of item loops
};

namespace {

// The instructions that store to a variable; nothing where its address goes further than loads,
// stores and work-group operations.
std::optional<SmallVector<Instruction *>> stores_to(const AllocaInst &variable) {
  SmallVector<Instruction *> stores;
  const PointerUses uses(variable, {.choices = false, .freezes = false});
  for (const PointerUse &use : uses.uses()) {
    switch (use.kind) {
    case PointerUse::load:
      if (!cast<LoadInst>(use.user())->isSimple()) return {};
      break;
    case PointerUse::store:
      if (!cast<StoreInst>(use.user())->isSimple()) return {};
      stores.push_back(use.user());
      break;
    case PointerUse::memory_dest: {
      // Cleared, or initialised from a constant or a structure that is passed by value.
      auto *transfer = dyn_cast<MemTransferInst>(use.user());
      if (cast<MemIntrinsic>(use.user())->isVolatile() ||
          (transfer && !is_constant(getUnderlyingObject(transfer->getSource())) &&
           !is_argument_block(getUnderlyingObject(transfer->getSource()))))
        return {};
      stores.push_back(use.user());
      break;
    }
    case PointerUse::lifetime: break;
    case PointerUse::group_operation:
      if (is_collective(intrinsic_of(*use.user()))) return {};
      break;
    default: return {};
    }
  }
  return stores;
}

}  // namespace

void split_loop_headers(Function &function) {
  DominatorTree dominators(function);
  LoopInfo loops(dominators);
  SmallVector<BasicBlock *> headers;
  for (const Loop *loop : loops.getLoopsInPreorder())
    if (loop->getHeader()->getTerminator()->getNumSuccessors() > 1) headers.push_back(loop->getHeader());
  for (BasicBlock *header : headers) header->splitBasicBlock(header->getFirstNonPHIIt(), header->getName() + ".body");
}

Uniformity::Uniformity(Function &function, const SharedVariables &shared)
    : Uniformity(function, Subject::work_items, shared) {}

Uniformity Uniformity::of_lanes(Function &group) { return Uniformity(group, Subject::lanes, {}); }

std::unique_ptr<TargetTransformInfo> Uniformity::sources(Subject subject) const {
  const DataLayout &layout = function_->getDataLayout();
  if (subject == Subject::lanes)
    return std::make_unique<TargetTransformInfo>(std::make_unique<Lanes>(layout, *dominators_, *overlooked_));
  return std::make_unique<TargetTransformInfo>(std::make_unique<WorkItems>(*function_, *shared_, *overlooked_));
}

Uniformity::Uniformity(Function &function, Subject subject, const SharedVariables &shared)
    : function_(&function), shared_(std::make_unique<SharedVariables>(shared)),
      dominators_(std::make_unique<DominatorTree>(function)), cycles_(std::make_unique<CycleInfo>()),
      overlooked_(std::make_unique<Overlooked>()), target_(sources(subject)) {
  cycles_->compute(function);
  for (bool more = true; more;) {
    info_ = std::make_unique<UniformityInfo>(*dominators_, *cycles_, target_.get());
    info_->compute();
    more = overlooks_left_cycles();
    more |= subject == Subject::work_items && overlooks_undefined();
  }
}

// Phis that only some work-items give a defined value: LLVM takes them for uniform, as an undefined value may be
// anything. But every work-item writes a value that the work-group keeps once.
bool Uniformity::overlooks_undefined() {
  const size_t before = overlooked_->size();
  std::optional<InfluenceRegion> divergent;
  for (const BasicBlock &block : *function_)
    for (const PHINode &phi : block.phis()) {
      if (!any_of(phi.incoming_values(), [](const Value *value) { return isa<UndefValue>(value); }) || !uniform(phi))
        continue;
      if (!divergent) divergent.emplace(*function_, *this);
      if (any_of(phi.blocks(),
                 [&](const BasicBlock *from) { return divergent->contains(from) || divergent_terminator(*from); }))
        overlooked_->insert(&phi);
    }
  return overlooked_->size() != before;
}

// Phis that tell by which exit work-items have left a cycle: LLVM 22 takes them for uniform if their incoming values
// are made from nothing in the cycle, as constants are, although work-items leave by different exits.
bool Uniformity::overlooks_left_cycles() {
  // The outermost cycle that is left by a phi's edge from `block`.
  auto left_from = [&](const BasicBlock *block, const BasicBlock *exit) {
    const Cycle *left = nullptr;
    for (const Cycle *cycle = cycles_->getCycle(block); cycle && !cycle->contains(exit);
         cycle = cycle->getParentCycle())
      left = cycle;
    return left;
  };
  std::optional<PostDominatorTree> post_dominators;
  // Whether work-items that diverge in a cycle do not meet again in it.
  auto diverge_for_good = [&](const Cycle &cycle) {
    if (!post_dominators) post_dominators.emplace(*function_);
    return any_of(cycle.blocks(), [&](const BasicBlock *block) {
      if (!divergent_terminator(*block)) return false;
      auto *node = post_dominators->getNode(block);
      const BasicBlock *join = node && node->getIDom() ? node->getIDom()->getBlock() : nullptr;
      return !join || !cycle.contains(join);
    });
  };
  const size_t before = overlooked_->size();
  for (const BasicBlock &exit : *function_) {
    SmallDenseMap<const Cycle *, SmallVector<unsigned, 4>> left_by;  // the phis' edges from a cycle
    for (const PHINode &phi : exit.phis()) {
      if (phi.getNumIncomingValues() < 2) break;
      if (left_by.empty())
        for (unsigned k = 0; k < phi.getNumIncomingValues(); ++k)
          if (const Cycle *left = left_from(phi.getIncomingBlock(k), &exit)) left_by[left].push_back(k);
      if (left_by.empty()) break;
      if (!uniform(phi)) continue;
      for (auto &[cycle, edges] : left_by)
        if (any_of(edges, [&](unsigned k) { return phi.getIncomingValue(k) != phi.getIncomingValue(edges[0]); }) &&
            diverge_for_good(*cycle))
          overlooked_->insert(&phi);
    }
  }
  return overlooked_->size() != before;
}

Uniformity Uniformity::of_work_items(Function &function) {
  constexpr uint64_t kMaxBytes = 4096;  // they stand on the worker's stack
  SharedVariables shared;
  DenseMap<AllocaInst *, SmallVector<Instruction *>> stores;
  for (Instruction &instruction : instructions(function))
    if (auto *variable = dyn_cast<AllocaInst>(&instruction))
      if (auto size = variable->getAllocationSize(function.getDataLayout());
          size && *size <= TypeSize::getFixed(kMaxBytes))
        if (auto found = stores_to(*variable)) {
          shared.insert(variable);
          stores[variable] = std::move(*found);
        }
  for (;;) {
    Uniformity uniformity(function, shared);
    const InfluenceRegion divergent(function, uniformity);
    SharedVariables left;
    for (auto &[variable, instructions] : stores)
      if (shared.contains(variable) && all_of(instructions, [&](Instruction *store) {
            return !divergent.contains(store->getParent()) && all_of(store->operands(), [&](const Use &use) {
              return isa<Function>(use) || uniformity.uniform(use);
            });
          }))
        left.insert(variable);
    if (left.size() == shared.size()) return uniformity;
    shared = std::move(left);
  }
}

void Uniformity::print(raw_ostream &out) const {
  for (const Instruction &instruction : instructions(*function_)) {
    auto *variable = dyn_cast<AllocaInst>(&instruction);
    const bool shared = variable && shared_->contains(variable);
    const bool divergent = !instruction.getType()->isVoidTy() && !uniform(instruction);
    const bool diverges = instruction.isTerminator() && divergent_terminator(*instruction.getParent());
    if (!shared && !divergent && !diverges) continue;
    out << (shared ? "  shared " : diverges ? "  divergent terminator of " : "  divergent ");
    if (diverges)
      instruction.getParent()->printAsOperand(out, /*PrintType=*/false);
    else
      instruction.printAsOperand(out, /*PrintType=*/false);
    out << "\n";
  }
}

AnalysisKey WorkItemUniformityAnalysis::Key;
AnalysisKey LaneUniformityAnalysis::Key;

Uniformity WorkItemUniformityAnalysis::run(Function &function, FunctionAnalysisManager &) {
  return Uniformity::of_work_items(function);
}

Uniformity LaneUniformityAnalysis::run(Function &group, FunctionAnalysisManager &) {
  return Uniformity::of_lanes(group);
}

}  // namespace wherry::compiler
