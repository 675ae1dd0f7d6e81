// SPDX-License-Identifier: Apache-2.0
#include "compiler/analysis/argument_origin.h"
#include "compiler/analysis/scalar_evolution.h"
#include "compiler/ir/intrinsics.h"
#include "compiler/opt/reshape/id_rewriting.h"
#include "compiler/opt/reshape/reshaping.h"
#include "compiler/vectorise/cost.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

using namespace llvm;

namespace wherry::compiler {

namespace {

// A private array and the loop that fills it, one element after another, with what it loads from an argument's memory
// (factors[k] = a[row * n + k]), doing nothing else. Other loops, of as many iterations, load the array in that order.
struct PrivateCopy {
  AllocaInst *array = nullptr;
  StoreInst *fill = nullptr;
  LoadInst *source = nullptr;
  Loop *loop = nullptr;  // of the fill
  PHINode *counter = nullptr;
  SmallVector<std::pair<LoadInst *, PHINode *>, 4> loads;  // with the counter of its loop in place of the fill's
};

class PrivateCopies final : public Reshaping {
 public:
  explicit PrivateCopies(Function &group)
      : group_(group), origins_(KernelFacts::of(group)), dominators_(group), loops_(dominators_),
        evolution_(group, loops_, dominators_) {}

  bool find() override {
    if (group_.getInstructionCount() > cost::kMostTwice || !collect_stored()) return false;
    for (Instruction &instruction : group_.getEntryBlock())
      if (auto *array = dyn_cast<AllocaInst>(&instruction))
        if (auto copy = copy_of(*array)) copies_.push_back(std::move(*copy));
    return !copies_.empty();
  }
  void emit(LaunchShape &) override {}
  void apply() override {
    for (PrivateCopy &copy : copies_) leave_out(copy);
    removeUnreachableBlocks(group_);
    for (PrivateCopy &copy : copies_) erase_with_users(*copy.array);
  }
  bool needs_apart() const override { return true; }

 private:
  // Notes the arguments whose memory is stored to. False: the kernel may store elsewhere.
  bool collect_stored() {
    for (Instruction &instruction : instructions(group_)) {
      if (!instruction.mayWriteToMemory() || isa<LifetimeIntrinsic>(instruction)) continue;
      auto *store = dyn_cast<StoreInst>(&instruction);
      const PointerOrigin origin = store ? origins_.of(store->getPointerOperand()) : PointerOrigin();
      if (origin.kind == PointerOrigin::buffer)
        stored_.insert(origin.slot);
      else if (origin.kind != PointerOrigin::private_variable)
        return false;
    }
    return true;
  }

  std::optional<PrivateCopy> copy_of(AllocaInst &array) {
    PrivateCopy copy;
    copy.array = &array;
    SmallVector<LoadInst *> loads;
    SmallVector<const Value *> addresses{&array};
    for (unsigned i = 0; i < addresses.size(); ++i)
      for (const User *user : addresses[i]->users()) {
        if (isa<LifetimeIntrinsic>(user)) continue;
        auto *load = dyn_cast<LoadInst>(user);
        auto *store = dyn_cast<StoreInst>(user);
        if (isa<GetElementPtrInst>(user)) {
          addresses.push_back(user);
        } else if (load && load->isSimple()) {
          loads.push_back(const_cast<LoadInst *>(load));
        } else if (store && store->isSimple() && store->getPointerOperand() == addresses[i] && !copy.fill) {
          copy.fill = const_cast<StoreInst *>(store);
        } else {
          return std::nullopt;
        }
      }
    if (!copy.fill || loads.empty() || !is_fill(copy)) return std::nullopt;
    for (LoadInst *load : loads) {
      PHINode *counter = counter_of(*load, copy);
      if (!counter) return std::nullopt;
      copy.loads.push_back({load, counter});
    }
    return copy;
  }

  ScalarEvolution &scev() { return evolution_.of; }

  // Whether an access is to the next element of the array in each iteration, from the first one on, by a loop that
  // makes it in each iteration. The loop tests in its header.
  bool goes_along(Instruction &access, AllocaInst &array, const Loop *loop) {
    if (!loop || !loop->getLoopPreheader() || !loop->getLoopLatch() || loop->getExitingBlock() != loop->getHeader() ||
        access.getParent() == loop->getHeader() || !dominators_.dominates(access.getParent(), loop->getLoopLatch()))
      return false;
    auto *steps = dyn_cast<SCEVAddRecExpr>(scev().getSCEV(getLoadStorePointerOperand(&access)));
    if (!steps || steps->getLoop() != loop || !steps->isAffine() || steps->getStart() != scev().getSCEV(&array))
      return false;
    auto *step = dyn_cast<SCEVConstant>(steps->getStepRecurrence(scev()));
    return step &&
           step->getAPInt() == access.getDataLayout().getTypeStoreSize(getLoadStoreType(&access)).getFixedValue();
  }

  static bool is_short(const AllocaInst &array) {
    const auto size = array.getAllocationSize(array.getDataLayout());
    return size && size->getFixedValue() <= INT32_MAX;
  }

  bool is_fill(PrivateCopy &copy) {
    Loop *loop = loops_.getLoopFor(copy.fill->getParent());
    copy.source = dyn_cast<LoadInst>(copy.fill->getValueOperand());
    copy.loop = loop;
    if (!copy.source || !copy.source->isSimple() || !goes_along(*copy.fill, *copy.array, loop) ||
        loop->getParentLoop() || !loop->isInnermost() || !loop->contains(copy.source) ||
        copy.source->getParent() == loop->getHeader() ||
        !dominators_.dominates(copy.source->getParent(), loop->getLoopLatch()) ||
        isa<SCEVCouldNotCompute>(scev().getBackedgeTakenCount(loop)) || !is_short(*copy.array))
      return false;
    const PointerOrigin from = origins_.of(copy.source->getPointerOperand());
    if (from.kind != PointerOrigin::buffer || stored_.contains(from.slot)) return false;
    // The loop does nothing else.
    for (BasicBlock *block : loop->blocks())
      for (Instruction &instruction : *block) {
        if (&instruction != copy.fill && instruction.mayHaveSideEffects()) return false;
        if (any_of(instruction.users(), [&](User *user) { return !loop->contains(cast<Instruction>(user)); }))
          return false;
      }
    return find_counter(copy.source->getPointerOperand(), copy, cost::kMostSteps);
  }

  // Finds the header's phi, if it is one alone, from which an address is computed.
  bool find_counter(Value *value, PrivateCopy &copy, unsigned most_steps) {
    auto *instruction = dyn_cast<Instruction>(value);
    if (!instruction || !copy.loop->contains(instruction)) return true;
    if (auto *phi = dyn_cast<PHINode>(instruction)) {
      if (phi->getParent() != copy.loop->getHeader() || !phi->getType()->isIntegerTy() ||
          (copy.counter && copy.counter != phi))
        return false;
      copy.counter = phi;
      auto *steps = dyn_cast<SCEVAddRecExpr>(scev().getSCEV(phi));
      return steps && steps->getLoop() == copy.loop && steps->isAffine();
    }
    return most_steps && isa<BinaryOperator, CastInst, GetElementPtrInst>(instruction) &&
           isSafeToSpeculativelyExecute(instruction) && all_of(instruction->operands(), [&](const Use &use) {
             return find_counter(use.get(), copy, most_steps - 1);
           });
  }

  // In the load's loop, the counter that counts as the fill's does; null: none, or the load may come to an element that
  // is not filled yet.
  PHINode *counter_of(LoadInst &load, const PrivateCopy &copy) {
    Loop *loop = loops_.getLoopFor(load.getParent());
    if (load.getType() != copy.source->getType() || !goes_along(load, *copy.array, loop) || loop == copy.loop ||
        count_of(*loop, scev()) != count_of(*copy.loop, scev()) ||
        !dominators_.dominates(copy.loop->getHeader(), loop->getHeader()) || !copy.counter)
      return nullptr;
    auto *wanted = cast<SCEVAddRecExpr>(scev().getSCEV(copy.counter));
    for (PHINode &phi : loop->getHeader()->phis()) {
      if (phi.getType() != copy.counter->getType()) continue;
      auto *steps = dyn_cast<SCEVAddRecExpr>(scev().getSCEV(&phi));
      if (steps && steps->getLoop() == loop && steps->isAffine() && steps->getStart() == wanted->getStart() &&
          steps->getStepRecurrence(scev()) == wanted->getStepRecurrence(scev()))
        return &phi;
    }
    return nullptr;
  }

  static void erase_with_users(Instruction &address) {
    for (User *user : make_early_inc_range(address.users())) erase_with_users(*cast<Instruction>(user));
    address.eraseFromParent();
  }

  void leave_out(PrivateCopy &copy) {
    for (auto [load, counter] : copy.loads) {
      IRBuilder<> builder(load);
      ValueToValueMapTy others;
      others[copy.counter] = counter;
      Value *from = computed_with(others, copy.source->getPointerOperand(), builder,
                                  [&](const Instruction &each) { return !copy.loop->contains(&each); });
      LoadInst *direct = builder.CreateAlignedLoad(load->getType(), from, copy.source->getAlign());
      direct->setDebugLoc(load->getDebugLoc());
      load->replaceAllUsesWith(direct);
      load->eraseFromParent();
    }
    BasicBlock *before = copy.loop->getLoopPreheader(), *header = copy.loop->getHeader(),
               *out = copy.loop->getExitBlock();
    for (PHINode &phi : out->phis()) phi.addIncoming(phi.getIncomingValueForBlock(header), before);
    before->getTerminator()->replaceSuccessorWith(header, out);
  }

  Function &group_;
  const ArgumentOrigins origins_;
  DominatorTree dominators_;
  LoopInfo loops_;
  Evolution evolution_;
  SmallSet<unsigned, 4> stored_;
  SmallVector<PrivateCopy, 2> copies_;
};

}  // namespace

std::unique_ptr<Reshaping> private_copies(Function &group) { return std::make_unique<PrivateCopies>(group); }

}  // namespace wherry::compiler
