// SPDX-License-Identifier: Apache-2.0
#include "compiler/lower/sub_groups.h"

#include "compiler/analysis/spin_waits.h"
#include "compiler/ir/diagnostics.h"
#include "compiler/ir/intrinsics.h"
#include "compiler/ir/module_options.h"
#include "compiler/lower/host_calls.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/CodeExtractor.h"

using namespace llvm;

namespace wherry::compiler {

namespace {

// Calls inlined in one kernel. A function that waits is inlined, since the host call needs the work-group's context;
// the limit ends the inlining of recursive functions.
constexpr unsigned kMostInlined = 1000;

class Waiters {
 public:
  Waiters(const ArgumentOrigins &origins, FunctionAnalysisManager &analyses) : origins_(origins), analyses_(analyses) {}

  bool waits(Function &function) {
    if (auto [found, fresh] = known_.try_emplace(&function, false); !fresh) return found->second;  // or it calls itself
    bool found = !SpinWaits(function, origins_, analyses_.getResult<LoopAnalysis>(function),
                            analyses_.getResult<ScalarEvolutionAnalysis>(function))
                      .all()
                      .empty();
    for (Instruction &instruction : instructions(function))
      if (Function *callee = found ? nullptr : body_called(instruction)) found = waits(*callee);
    return known_[&function] = found;
  }

 private:
  const ArgumentOrigins &origins_;
  FunctionAnalysisManager &analyses_;
  DenseMap<Function *, bool> known_;
};

bool inline_waiting(Function &group, FunctionAnalysisManager &analyses) {
  const ArgumentOrigins &origins = analyses.getResult<ArgumentOriginAnalysis>(group);
  Waiters waiters(origins, analyses);
  SmallVector<CallInst *> calls;
  for (Instruction &instruction : instructions(group))
    if (Function *callee = body_called(instruction); callee && waiters.waits(*callee))
      calls.push_back(cast<CallInst>(&instruction));
  unsigned inlined = 0;
  while (!calls.empty() && inlined < kMostInlined) {
    CallInst *call = calls.pop_back_val();
    InlineFunctionInfo info;
    if (!InlineFunction(*call, info).isSuccess()) continue;
    ++inlined;
    for (CallBase *inner : info.InlinedCallSites)
      if (Function *callee = body_called(*inner); callee && waiters.waits(*callee))
        calls.push_back(cast<CallInst>(inner));
  }
  if (inlined) analyses.invalidate(group, PreservedAnalyses::none());
  return inlined != 0;
}

// On the edge from the end of an iteration to the start of the next one.
void yield_between(BasicBlock &from, BasicBlock &to, const DebugLoc &where) {
  Function &group = *from.getParent();
  BasicBlock *between = BasicBlock::Create(group.getContext(), "yield", &group, from.getNextNode());
  IRBuilder<> builder(between);
  builder.SetCurrentDebugLocation(where);
  builder.CreateCall(declare_intrinsic(*group.getParent(), Intrinsic::__wherry_yield));
  Instruction *end = builder.CreateBr(&to), *old_end = from.getTerminator();
  end->setMetadata(LLVMContext::MD_loop, old_end->getMetadata(LLVMContext::MD_loop));
  old_end->setMetadata(LLVMContext::MD_loop, nullptr);
  old_end->replaceSuccessorWith(&to, between);
  for (PHINode &phi : to.phis()) {
    Value *value = phi.getIncomingValueForBlock(&from);
    for (int at; (at = phi.getBasicBlockIndex(&from)) >= 0;) phi.removeIncomingValue(unsigned(at), false);
    phi.addIncoming(value, between);
  }
}

}  // namespace

bool YieldInSpinWaitsPass::run_on(KernelFacts &kernel, FunctionAnalysisManager &analyses) {
  Function &group = *kernel.group;
  if (!ModuleOptions::of(*group.getParent()).independent_sub_groups) return false;
  const auto &size = kernel.local_size;
  if (size[0] && size[0] * size[1] * size[2] <= kernel.sub_group_size) return false;  // one sub-group
  const bool inlined = inline_waiting(group, analyses);
  const SpinWaits &waits = analyses.getResult<SpinWaitsAnalysis>(group);
  if (waits.all().empty()) return inlined;
  SetVector<std::pair<BasicBlock *, BasicBlock *>> edges;
  for (const SpinWait &wait : waits.all()) {
    std::string text;
    raw_string_ostream out(text);
    out << "  sub-groups take turns in a loop that may wait for another one";
    if (const DebugLoc &where = wait.on->getDebugLoc()) out << " in line " << where.getLine();
    remark(group, text + "\n");
    edges.insert(wait.back_edges.begin(), wait.back_edges.end());
  }
  for (auto [from, to] : edges) yield_between(*from, *to, from->getTerminator()->getDebugLoc());
  kernel.waits = true;
  kernel.regroupable = false;  // in other work-groups sub-groups could not wait for each other
  kernel.write();
  return true;
}

namespace {

// A loop over sub-groups, as lower/regions makes it and the vectoriser leaves it.
class SubGroupLoop {
 public:
  explicit SubGroupLoop(PHINode &number)
      : number_(number), header_(*number.getParent()), group_(*number.getFunction()) {}

  // Null: the code cannot be a function of its own.
  Function *outline(Value &context) {
    DominatorTree dominators(group_);
    LoopInfo loops(dominators);
    Loop *loop = loops.getLoopFor(&header_);
    if (!loop || loop->getHeader() != &header_ || !loop->getLoopLatch()) return nullptr;  // no work-item ends
    drop_carried_values();
    latch_ = loop->getLoopLatch();
    body_ = header_.splitBasicBlock(header_.getFirstNonPHIIt(), header_.getName() + ".body");
    // Also blocks that never return to the latch, which LoopInfo does not count as the loop's.
    blocks_ = {body_};
    inside_.insert(body_);
    for (size_t i = 0; i < blocks_.size(); ++i)
      for (BasicBlock *next : successors(blocks_[i]))
        if (next != latch_ && inside_.insert(next).second) blocks_.push_back(next);
    copy_private_variables();

    CodeExtractorAnalysisCache cache(group_);
    CodeExtractor extractor(blocks_, nullptr, /*AggregateArgs=*/true, nullptr, nullptr, nullptr, /*AllowVarArgs=*/false,
                            /*AllowAlloca=*/true);
    extractor.excludeArgFromAggregate(&number_);
    // The function takes both, whether or not the kernel uses them.
    IRBuilder<> builder(body_, body_->getFirstInsertionPt());
    auto *uses_number = cast<Instruction>(builder.CreateFreeze(&number_)),
         *uses_context = cast<Instruction>(builder.CreateFreeze(&context));
    Function *code = extractor.isEligible() ? extractor.extractCodeRegion(cache) : nullptr;
    uses_number->eraseFromParent();
    uses_context->eraseFromParent();
    if (!code) return nullptr;
    finish(*code);
    run_by_host(*code, context);
    return code;
  }

 private:
  // LLVM may carry an undefined value around a loop.
  void drop_carried_values() {
    for (PHINode &phi : make_early_inc_range(header_.phis()))
      if (&phi != &number_) {
        phi.replaceAllUsesWith(PoisonValue::get(phi.getType()));
        phi.eraseFromParent();
      }
  }

  // Each sub-group has private variables of its own; addresses in these may have been computed outside.
  void copy_private_variables() {
    SmallVector<Instruction *> pointers;
    for (Instruction &instruction : group_.getEntryBlock())
      if (isa<AllocaInst>(instruction) && !instruction.hasMetadata(kSharedVariable)) pointers.push_back(&instruction);
    for (unsigned i = 0; i < pointers.size(); ++i)
      for (User *user : pointers[i]->users())
        if (auto *step = dyn_cast<Instruction>(user); step && !inside_.contains(step->getParent()) &&
                                                      isa<GetElementPtrInst, AddrSpaceCastInst>(step) &&
                                                      !is_contained(pointers, step))
          pointers.push_back(step);
    DenseMap<Value *, Instruction *> copies;
    auto copy_of = [&](auto &self, Instruction *pointer) -> Instruction * {
      if (Instruction *known = copies.lookup(pointer)) return known;
      Instruction *copy = pointer->clone();
      for (Use &operand : copy->operands())
        if (auto *base = dyn_cast<Instruction>(operand); base && is_contained(pointers, base))
          operand = self(self, base);
      copy->setName(pointer->getName());
      copy->insertBefore(body_->getTerminator()->getIterator());
      return copies[pointer] = copy;
    };
    SmallVector<Use *> uses;
    for (Instruction *pointer : pointers)
      for (Use &use : pointer->uses())
        if (auto *user = dyn_cast<Instruction>(use.getUser()); user && inside_.contains(user->getParent()))
          uses.push_back(&use);
    if (uses.empty()) return;
    // The copies stand in a block of their own, in front.
    BasicBlock *rest = body_->splitBasicBlock(body_->begin(), body_->getName());
    blocks_.push_back(rest);
    inside_.insert(rest);
    for (Use *use : uses) use->set(copy_of(copy_of, cast<Instruction>(use->get())));
  }

  static void finish(Function &code) {
    code.addFnAttr(Attribute::NoInline);
    forget_facts(code);
    BasicBlock &entry = code.getEntryBlock();
    for (Instruction &instruction : make_early_inc_range(instructions(code)))
      if (auto *variable = dyn_cast<AllocaInst>(&instruction); variable && variable->getParent() != &entry)
        variable->moveBefore(entry, entry.begin());
  }

  // In place of the loop.
  void run_by_host(Function &code, Value &context) {
    auto *call = cast<CallInst>(code.user_back());
    auto *again = cast<BranchInst>(latch_->getTerminator());
    auto *compare = cast<ICmpInst>(again->getCondition());
    Value *groups = compare->getOperand(1);
    IRBuilder<> builder(call);
    assert(call->arg_size() == 2 && call->getArgOperand(0) == &number_ && "the number, and what is captured");
    assert(call->getType()->isVoidTy() && "all of the code leads to the next sub-group");
    call_host(builder, &context, HostCall::run_sub_groups, builder.getVoidTy(),
              {&code, call->getArgOperand(1), groups});
    call->eraseFromParent();
    builder.SetInsertPoint(again);
    builder.CreateBr(again->getSuccessor(again->getSuccessor(0) == &header_));
    again->eraseFromParent();
    for (PHINode &phi : make_early_inc_range(header_.phis())) phi.removeIncomingValue(latch_);
  }

  PHINode &number_;
  BasicBlock &header_;
  Function &group_;
  BasicBlock *latch_ = nullptr, *body_ = nullptr;
  SmallVector<BasicBlock *> blocks_;  // of the function that is made, its entry first
  SmallPtrSet<BasicBlock *, 32> inside_;
};

}  // namespace

bool OutlineSubGroupsPass::run_on(KernelFacts &kernel, FunctionAnalysisManager &) {
  if (!kernel.waits) return false;
  Function &group = *kernel.group;
  Value *context = group.getArg(1);
  SmallVector<CallInst *> yields;
  SmallVector<PHINode *> loops;
  for (Instruction &instruction : instructions(group))
    if (intrinsic_of(instruction) == Intrinsic::__wherry_yield)
      yields.push_back(cast<CallInst>(&instruction));
    else if (instruction.hasMetadata(kSubGroupLoop))
      loops.push_back(cast<PHINode>(&instruction));
  for (CallInst *yield : yields) {
    IRBuilder<> builder(yield);
    call_host(builder, context, HostCall::yield, builder.getVoidTy(), {});
    yield->eraseFromParent();
  }
  for (PHINode *number : loops)
    if (Function *code = SubGroupLoop(*number).outline(*context))
      code->addFnAttr(kSubGroupOf, group.getName());
    else
      remark(group, "  sub-groups do not take turns: their code cannot be a function of its own\n");
  return true;
}

}  // namespace wherry::compiler
