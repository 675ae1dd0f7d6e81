#include "compiler/analysis/uniformity.h"

#include "compiler/analysis/pointer_uses.h"
#include "compiler/ir/address_spaces.h"
#include "compiler/ir/intrinsics.h"
#include "compiler/ir/metadata.h"
#include "llvm/ADT/GenericUniformityImpl.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/TargetTransformInfoImpl.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace wherry::compiler {

struct Uniformity::WorkItems : TargetTransformInfoImplBase {
  WorkItems(const DataLayout &layout, const SharedVariables &shared, const Overlooked &overlooked)
      : TargetTransformInfoImplBase(layout), shared_(shared), overlooked_(overlooked) {}
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
      // Within a region another work-item may not write what this one reads, so one address holds
      // one value, unless it is private memory, of which each work-item has its own.
      if (load->isVolatile()) return InstructionUniformity::NeverUniform;
      if (load->hasMetadata(LLVMContext::MD_invariant_load)) return InstructionUniformity::Default;
      const Value *object = getUnderlyingObject(load->getPointerOperand());
      if (auto *variable = dyn_cast<AllocaInst>(object))
        return shared_.contains(variable) ? InstructionUniformity::Default : InstructionUniformity::NeverUniform;
      return load->getPointerAddressSpace() == kPrivateSpace ? InstructionUniformity::NeverUniform
                                                             : InstructionUniformity::Default;
    }
    if (auto *call = dyn_cast<CallBase>(instruction))
      return call->doesNotAccessMemory() ? InstructionUniformity::Default : InstructionUniformity::NeverUniform;
    return InstructionUniformity::Default;
  }

 private:
  SharedVariables shared_;
  const Overlooked &overlooked_;
};

// The lanes of a vector: the item loops' numbers differ, and so does what hangs on them.
struct Uniformity::Lanes : TargetTransformInfoImplBase {
  Lanes(Function &function, const Overlooked &overlooked)
      : TargetTransformInfoImplBase(function.getDataLayout()), overlooked_(overlooked) {
    DominatorTree dominators(function);
    LoopInfo loops(dominators);
    for (const Loop *loop : loops.getLoopsInPreorder())
      if (any_of(loop->getHeader()->phis(), [](const PHINode &phi) { return phi.hasMetadata(kItemLoop); }))
        inside_.insert_range(loop->blocks());
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
    // What an item loop leaves behind is one value, however lanes came by it.
    if (!inside_.contains(instruction->getParent())) return InstructionUniformity::AlwaysUniform;
    if (auto *phi = dyn_cast<PHINode>(instruction); phi && overlooked_.contains(phi))
      return InstructionUniformity::NeverUniform;
    if (instruction->isAtomic()) return InstructionUniformity::NeverUniform;
    if (auto *load = dyn_cast<LoadInst>(instruction))
      return load->isVolatile() || private_variable(getUnderlyingObject(load->getPointerOperand()))
                 ? InstructionUniformity::NeverUniform
                 : InstructionUniformity::Default;
    if (auto *call = dyn_cast<CallBase>(instruction))
      return call->doesNotAccessMemory() ? InstructionUniformity::Default : InstructionUniformity::NeverUniform;
    return InstructionUniformity::Default;
  }

 private:
  const Overlooked &overlooked_;
  SmallPtrSet<const BasicBlock *, 32> inside_;  // item loops
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
      // Cleared, or initialised from a constant.
      auto *transfer = dyn_cast<MemTransferInst>(use.user());
      if (cast<MemIntrinsic>(use.user())->isVolatile() ||
          (transfer && !is_constant(getUnderlyingObject(transfer->getSource()))))
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

void part_behind_headers(Function &function) {
  DominatorTree dominators(function);
  LoopInfo loops(dominators);
  SmallVector<BasicBlock *> headers;
  for (const Loop *loop : loops.getLoopsInPreorder())
    if (loop->getHeader()->getTerminator()->getNumSuccessors() > 1) headers.push_back(loop->getHeader());
  for (BasicBlock *header : headers) header->splitBasicBlock(header->getFirstNonPHIIt(), header->getName() + ".body");
}

Uniformity::Uniformity(Function &function, const SharedVariables &shared)
    : Uniformity(
          function,
          [&](const Overlooked &overlooked) {
            return std::make_unique<TargetTransformInfo>(
                std::make_unique<WorkItems>(function.getDataLayout(), shared, overlooked));
          },
          true) {}

Uniformity Uniformity::of_lanes(Function &function) {
  return {function,
          [&](const Overlooked &overlooked) {
            return std::make_unique<TargetTransformInfo>(std::make_unique<Lanes>(function, overlooked));
          },
          false};
}

Uniformity::Uniformity(Function &function,
                       function_ref<std::unique_ptr<TargetTransformInfo>(const Overlooked &)> target, bool of_group)
    : dominators_(std::make_unique<DominatorTree>(function)), cycles_(std::make_unique<CycleInfo>()),
      overlooked_(std::make_unique<Overlooked>()), target_(target(*overlooked_)) {
  cycles_->compute(function);
  do {
    info_ = std::make_unique<UniformityInfo>(*dominators_, *cycles_, target_.get());
    info_->compute();
  } while (int(overlooks_left_cycles(function)) | int(of_group && overlooks_undefined(function)));
}

// What only some work-items have given a value: LLVM takes it for uniform, as undefined ones may be anything. But what
// the group keeps once, each work-item writes.
bool Uniformity::overlooks_undefined(Function &function) {
  const size_t before = overlooked_->size();
  std::optional<SmallPtrSet<const BasicBlock *, 16>> divergent;
  for (const BasicBlock &block : function)
    for (const PHINode &phi : block.phis()) {
      if (!any_of(phi.incoming_values(), [](const Value *value) { return isa<UndefValue>(value); }) || !uniform(phi))
        continue;
      if (!divergent) divergent = divergent_blocks(function, *this);
      if (any_of(phi.blocks(),
                 [&](const BasicBlock *from) { return divergent->contains(from) || divergent_terminator(*from); }))
        overlooked_->insert(&phi);
    }
  return overlooked_->size() != before;
}

// What a cycle leaves behind by the way out that is taken: LLVM 22 takes it for uniform if it is made from nothing in
// the cycle, as constants are, though work-items leave by different ways.
bool Uniformity::overlooks_left_cycles(Function &function) {
  // The outermost cycle that is left by a phi's edge from `block`.
  auto left_from = [&](const BasicBlock *block, const BasicBlock *exit) {
    const Cycle *left = nullptr;
    for (const Cycle *cycle = cycles_->getCycle(block); cycle && !cycle->contains(exit);
         cycle = cycle->getParentCycle())
      left = cycle;
    return left;
  };
  std::optional<PostDominatorTree> post_dominators;
  // Whether work-items that part in a cycle do not meet again in it.
  auto part_for_good = [&](const Cycle &cycle) {
    if (!post_dominators) post_dominators.emplace(function);
    return any_of(cycle.blocks(), [&](const BasicBlock *block) {
      if (!divergent_terminator(*block)) return false;
      auto *node = post_dominators->getNode(block);
      const BasicBlock *join = node && node->getIDom() ? node->getIDom()->getBlock() : nullptr;
      return !join || !cycle.contains(join);
    });
  };
  const size_t before = overlooked_->size();
  for (const BasicBlock &exit : function) {
    SmallDenseMap<const Cycle *, SmallVector<unsigned, 4>> ways;
    for (const PHINode &phi : exit.phis()) {
      if (phi.getNumIncomingValues() < 2) break;
      if (ways.empty())
        for (unsigned k = 0; k < phi.getNumIncomingValues(); ++k)
          if (const Cycle *left = left_from(phi.getIncomingBlock(k), &exit)) ways[left].push_back(k);
      if (ways.empty()) break;
      if (!uniform(phi)) continue;
      for (auto &[cycle, edges] : ways)
        if (any_of(edges, [&](unsigned k) { return phi.getIncomingValue(k) != phi.getIncomingValue(edges[0]); }) &&
            part_for_good(*cycle))
          overlooked_->insert(&phi);
    }
  }
  return overlooked_->size() != before;
}

SmallPtrSet<const BasicBlock *, 16> divergent_blocks(Function &function, const Uniformity &uniformity) {
  PostDominatorTree post_dominators(function);
  SmallPtrSet<const BasicBlock *, 16> found;
  for (BasicBlock &block : function) {
    if (!uniformity.divergent_terminator(block)) continue;
    auto *node = post_dominators.getNode(&block);
    const BasicBlock *join = node && node->getIDom() ? node->getIDom()->getBlock() : nullptr;
    SmallVector<const BasicBlock *> work(successors(&block));
    while (!work.empty()) {
      const BasicBlock *reached = work.pop_back_val();
      if (reached != join && found.insert(reached).second) append_range(work, successors(reached));
    }
  }
  return found;
}

SharedVariables shared_variables(Function &function) {
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
  while (!shared.empty()) {
    Uniformity uniformity(function, shared);
    auto divergent = divergent_blocks(function, uniformity);
    SharedVariables left;
    for (auto &[variable, instructions] : stores)
      if (shared.contains(variable) && all_of(instructions, [&](Instruction *store) {
            return !divergent.contains(store->getParent()) && all_of(store->operands(), [&](const Use &use) {
              return isa<Function>(use) || uniformity.uniform(use);
            });
          }))
        left.insert(variable);
    if (left.size() == shared.size()) break;
    shared = std::move(left);
  }
  return shared;
}

}  // namespace wherry::compiler
