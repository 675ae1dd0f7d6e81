// SPDX-License-Identifier: Apache-2.0
#include <map>

#include "compiler/analysis/scalar_evolution.h"
#include "compiler/ir/address_spaces.h"
#include "compiler/ir/intrinsics.h"
#include "compiler/opt/reshape/index_conversions.h"
#include "compiler/opt/reshape/reshaping.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;

namespace wherry::compiler {

namespace {

// Instructions outside of the loop, which each iteration repeats: ids, conversions and addresses have fewer.
constexpr unsigned kMostAnew = 32;
constexpr unsigned kMostLoads = 4;  // among them

// Accesses to one argument's memory.
struct Accesses {
  SmallVector<Instruction *, 4> list;
  bool stores = false;
};

std::optional<uint64_t> constant_dimension(const CallInst &call) {
  auto *number = call.arg_size() == 1 ? dyn_cast<ConstantInt>(call.getArgOperand(0)) : nullptr;
  return number ? std::optional(number->getZExtValue()) : std::nullopt;
}

// The dimension of a call of the intrinsic, or of a conversion of its result.
std::optional<uint64_t> dimension_of(const Value *value, wherry::compiler::Intrinsic id) {
  while (isa<TruncInst, SExtInst, ZExtInst>(value)) value = cast<Instruction>(value)->getOperand(0);
  auto *call = dyn_cast<CallInst>(value);
  return call && intrinsic_of(*call) == id ? constant_dimension(*call) : std::nullopt;
}

class LoopDimension final : public Reshaping {
 public:
  LoopDimension(Function &group, GridLoops &grid_loops)
      : group_(group), grid_loops_(grid_loops), dominators_(group), loops_(dominators_),
        evolution_(group, loops_, dominators_) {}

  bool find() override {
    if (loops_.getTopLevelLoops().size() != 1) return false;
    loop_ = loops_.getTopLevelLoops()[0];
    if (auto grid = grid_loops_.find(loop_->getHeader()); grid != grid_loops_.end()) grid_ = grid->second;
    return find_free_dimension() && has_form() && find_iterations() && does_nothing_else() && is_independent();
  }

  void emit(LaunchShape &shape) override;
  void apply() override;
  bool needs_apart() const override { return needs_apart_; }

 private:
  bool find_free_dimension();
  bool has_form() const;
  bool find_iterations();
  bool does_nothing_else() const;
  bool is_independent();
  using Arguments = std::map<int64_t, Accesses>;  // by their place in the argument block
  bool add_access(Instruction &access, Arguments &of_arguments);
  bool find_stride(const Accesses &accesses);
  bool is_extent(const SCEVAddRecExpr &inner);
  const SCEV *back_edges(const Loop *loop) { return scev().getBackedgeTakenCount(loop); }
  Value *launch_value(const SCEV *value, bool is_signed, LaunchShape &shape);
  bool is_bounded(const Value *value);
  Value *bound_of(Value *value, LaunchShape &shape);
  const SCEV *extended(Value *value, bool is_signed);
  const SCEV *address_of(Value *pointer);
  Type *offset_type() const { return Type::getInt64Ty(group_.getContext()); }
  bool is_launch_expression(const SCEV *value);
  ScalarEvolution &scev() { return evolution_.of; }

  Function &group_;
  GridLoops &grid_loops_;
  DominatorTree dominators_;
  LoopInfo loops_;
  Evolution evolution_;
  unsigned dimension_ = 0;
  Loop *loop_ = nullptr;
  std::optional<GridLoop> grid_;  // it was one over the grid
  struct Stride {
    const SCEV *bytes;  // from one iteration's accesses to the next one's
    uint64_t least;     // bytes that no other iteration may access, without what inner loops add
    SmallSetVector<const SCEVAddRecExpr *, 4> inner;
  };
  SmallVector<Stride, 4> strides_;      // of arguments that the loop stores to
  SmallSetVector<Value *, 4> bounded_;  // unsigned numbers that must not wrap around
  bool needs_apart_ = false;
};

// A dimension of which the kernel asks nothing. Offsets are 0 in launches that are reshaped.
bool LoopDimension::find_free_dimension() {
  bool used[3] = {};
  for (Instruction &instruction : instructions(group_)) {
    const wherry::compiler::Intrinsic id = intrinsic_of(instruction);
    if (id == Intrinsic::none || id == Intrinsic::__wherry_global_offset) continue;
    const auto dimension = constant_dimension(cast<CallInst>(instruction));
    if ((id != Intrinsic::__wherry_global_id && id != Intrinsic::__wherry_global_size) || !dimension || *dimension > 2)
      return false;
    used[*dimension] = true;
  }
  dimension_ = grid_ ? grid_->dimension : unsigned(std::find(used, used + 3, false) - used);
  return dimension_ < 3 && !used[dimension_];
}

bool LoopDimension::has_form() const {
  BasicBlock *exit = loop_->getUniqueExitBlock();
  const BasicBlock *asks = loop_->getExitingBlock(), *latch = loop_->getLoopLatch(), *header = loop_->getHeader();
  // The header runs once more than the rest.
  const bool body_counts =
      asks == latch ||
      (asks == header && none_of(*header, [](const Instruction &each) { return each.mayHaveSideEffects(); }));
  return loop_->isLoopSimplifyForm() && exit && exit->phis().empty() && asks && body_counts &&
         isa<BranchInst>(asks->getTerminator()) && isa<BranchInst>(latch->getTerminator());
}

// Whether the host can compute a value.
bool LoopDimension::is_launch_expression(const SCEV *value) {
  SCEVExpander expander(scev(), "launch");
  Instruction *place = loop_->getLoopPreheader()->getTerminator();
  return expander.isSafeToExpandAt(value, place) && scev().isLoopInvariant(value, loop_) &&
         !scev().containsUndefs(value) && !SCEVExprContains(value, [&](const SCEV *part) {
           auto *unknown = dyn_cast<SCEVUnknown>(part);
           return unknown && !is_launch_value(unknown->getValue(), group_);
         });
}

// The number of iterations, and phis of the header that depend on the iteration alone.
bool LoopDimension::find_iterations() {
  const SCEV *back = back_edges(loop_);
  if (isa<SCEVCouldNotCompute>(back) || !is_launch_expression(back)) return false;
  for (PHINode &phi : loop_->getHeader()->phis()) {
    if (!scev().isSCEVable(phi.getType())) return false;
    auto *recurrence = dyn_cast<SCEVAddRecExpr>(scev().getSCEV(&phi));
    if (!recurrence || recurrence->getLoop() != loop_ || !recurrence->isAffine()) return false;
  }
  return true;
}

// Whether work-items do little outside of the loop, and nothing that others see.
bool LoopDimension::does_nothing_else() const {
  unsigned anew = 0, loads = 0;
  for (BasicBlock &block : group_)
    for (Instruction &instruction : block) {
      if (loop_->contains(&instruction)) {
        if (any_of(instruction.users(), [&](User *user) { return !loop_->contains(cast<Instruction>(user)); }))
          return false;
        continue;
      }
      if (instruction.isTerminator() || isa<DbgInfoIntrinsic, NoAliasScopeDeclInst>(instruction) ||
          instruction.hasMetadata(LLVMContext::MD_invariant_load))
        continue;
      if (instruction.mayHaveSideEffects() || isa<AllocaInst>(instruction) || ++anew > kMostAnew) return false;
      if (instruction.mayReadFromMemory() && ++loads > kMostLoads) return false;
    }
  return true;
}

// Whether the host can compute how far a loop in the loop goes from its first address.
bool LoopDimension::is_extent(const SCEVAddRecExpr &inner) {
  const SCEV *back = back_edges(inner.getLoop());
  return inner.isAffine() && loop_->contains(inner.getLoop()) && !isa<SCEVCouldNotCompute>(back) &&
         is_launch_expression(back) && is_launch_expression(inner.getStepRecurrence(scev()));
}

// A sum or product that the source lets wrap around, where the host can tell that it does not: an unsigned number of
// ids, counters and arguments.
bool LoopDimension::is_bounded(const Value *value) {
  if (const auto *operation = dyn_cast<OverflowingBinaryOperator>(value);
      operation && (operation->getOpcode() == Instruction::Add || operation->getOpcode() == Instruction::Mul))
    return is_bounded(operation->getOperand(0)) && is_bounded(operation->getOperand(1));
  if (is_launch_value(value, group_) || dimension_of(value, Intrinsic::__wherry_global_id)) return true;
  auto *phi = dyn_cast<PHINode>(value);
  auto *counter = phi ? dyn_cast<SCEVAddRecExpr>(scev().getSCEV(const_cast<PHINode *>(phi))) : nullptr;
  return counter && loop_->contains(counter->getLoop()) && counter->isAffine() && counter->getStart()->isZero() &&
         counter->getStepRecurrence(scev())->isOne() && is_launch_expression(back_edges(counter->getLoop()));
}

// The most that such a number can be, saturated. 64 bits.
Value *LoopDimension::bound_of(Value *value, LaunchShape &shape) {
  IRBuilder<> &builder = shape.builder;
  if (is_launch_value(value, group_)) return shape.value(value, /*is_signed=*/false);
  if (const auto dimension = dimension_of(value, Intrinsic::__wherry_global_id))
    return shape.size(unsigned(*dimension));
  if (auto *phi = dyn_cast<PHINode>(value))
    return launch_value(back_edges(cast<SCEVAddRecExpr>(scev().getSCEV(phi))->getLoop()), /*is_signed=*/false, shape);
  auto *operation = cast<BinaryOperator>(value);
  Value *left = bound_of(operation->getOperand(0), shape), *right = bound_of(operation->getOperand(1), shape);
  if (operation->getOpcode() == Instruction::Add)
    return builder.CreateBinaryIntrinsic(llvm::Intrinsic::uadd_sat, left, right);
  Value *product = builder.CreateBinaryIntrinsic(llvm::Intrinsic::umul_with_overflow, left, right);
  return builder.CreateSelect(builder.CreateExtractValue(product, 1), builder.getInt64(UINT64_MAX),
                              builder.CreateExtractValue(product, 0));
}

// An integer of fewer bits, extended to 64. Where an overflow would leave the result open, no address that is used
// comes of one, which scalar evolution does not assume.
const SCEV *LoopDimension::extended(Value *value, bool is_signed) {
  auto *operation = dyn_cast<OverflowingBinaryOperator>(value);
  const bool keeps = operation && (is_signed ? operation->hasNoSignedWrap() : operation->hasNoUnsignedWrap());
  const bool bounded = !keeps && operation && !is_signed && is_bounded(value);
  if (bounded) bounded_.insert(value);
  if (keeps || bounded) {
    auto operand = [&](unsigned k) { return extended(operation->getOperand(k), is_signed); };
    switch (operation->getOpcode()) {
    case Instruction::Add: return scev().getAddExpr(operand(0), operand(1));
    case Instruction::Sub: return scev().getMinusSCEV(operand(0), operand(1));
    case Instruction::Mul: return scev().getMulExpr(operand(0), operand(1));
    default: break;
    }
  }
  const SCEV *narrow = scev().getSCEV(value);
  return is_signed ? scev().getNoopOrSignExtend(narrow, offset_type())
                   : scev().getNoopOrZeroExtend(narrow, offset_type());
}

const SCEV *LoopDimension::address_of(Value *pointer) {
  auto *element = dyn_cast<GEPOperator>(pointer);
  SmallMapVector<Value *, APInt, 4> indices;
  APInt offset(64, 0);
  if (!element || !element->collectOffset(group_.getDataLayout(), 64, indices, offset)) return scev().getSCEV(pointer);
  const SCEV *address = scev().getAddExpr(address_of(element->getPointerOperand()), scev().getConstant(offset));
  for (const auto &[index, scale] : indices) {
    const bool extends = isa<SExtInst, ZExtInst>(index);
    const SCEV *value = extends ? extended(cast<CastInst>(index)->getOperand(0), isa<SExtInst>(index))
                                : scev().getTruncateOrSignExtend(scev().getSCEV(index), offset_type());
    address = scev().getAddExpr(address, scev().getMulExpr(value, scev().getConstant(scale)));
  }
  return address;
}

// Notes an access to memory; false: it cannot be told apart from others.
bool LoopDimension::add_access(Instruction &access, Arguments &of_arguments) {
  Value *pointer = getLoadStorePointerOperand(&access);
  if (!pointer || access.isAtomic() || access.isVolatile()) return false;
  auto *base = dyn_cast<SCEVUnknown>(scev().getPointerBase(scev().getSCEV(pointer)));
  if (!base) return false;
  const bool stores = isa<StoreInst>(access);
  if (is_constant(base->getValue())) return !stores;
  auto *load = dyn_cast<LoadInst>(base->getValue());
  const auto argument = load ? argument_offset(*load, group_) : std::nullopt;
  if (!argument) return false;
  Accesses &all = of_arguments[*argument];
  all.stores |= stores;
  all.list.push_back(&access);
  return true;
}

// Whether accesses to one argument's memory go by the same stride from iteration to iteration.
bool LoopDimension::find_stride(const Accesses &accesses) {
  Stride stride{nullptr, 0, {}};
  const SCEVAddRecExpr *first = nullptr;
  int64_t begin = 0, end = 0;
  for (Instruction *access : accesses.list) {
    const SCEV *address = address_of(getLoadStorePointerOperand(access));
    auto *recurrence = dyn_cast<SCEVAddRecExpr>(scev().removePointerBase(address));
    while (recurrence && recurrence->getLoop() != loop_ && is_extent(*recurrence)) {
      stride.inner.insert(recurrence);
      recurrence = dyn_cast<SCEVAddRecExpr>(recurrence->getStart());
    }
    if (!recurrence || recurrence->getLoop() != loop_ || !recurrence->isAffine()) return false;
    if (!first) first = recurrence;
    auto *distance = dyn_cast<SCEVConstant>(scev().getMinusSCEV(recurrence, first));
    if (!distance) return false;
    const int64_t at = distance->getAPInt().getSExtValue();
    const TypeSize bytes = group_.getDataLayout().getTypeStoreSize(getLoadStoreType(access));
    begin = std::min(begin, at);
    end = std::max(end, at + int64_t(bytes.getFixedValue()));
  }
  stride.bytes = first->getStepRecurrence(scev());
  stride.least = uint64_t(end - begin);
  strides_.push_back(stride);
  return is_launch_expression(stride.bytes);
}

// Whether no iteration accesses what another one of the same work-item stores. What different work-items store, they do
// not access without an order anyway.
bool LoopDimension::is_independent() {
  Arguments of_arguments;
  for (Instruction &instruction : instructions(group_)) {
    if (!instruction.mayReadOrWriteMemory() || isa<DbgInfoIntrinsic, NoAliasScopeDeclInst>(instruction) ||
        instruction.hasMetadata(LLVMContext::MD_invariant_load))
      continue;
    if (!add_access(instruction, of_arguments)) return false;
  }
  for (const auto &[argument, accesses] : of_arguments)
    if (accesses.stores && !find_stride(accesses)) return false;
  needs_apart_ = of_arguments.size() > 1;
  return !strides_.empty();
}

Value *LoopDimension::launch_value(const SCEV *value, bool is_signed, LaunchShape &shape) {
  SCEVExpander expander(scev(), "launch");
  return shape.value(expander.expandCodeFor(value, value->getType(), loop_->getLoopPreheader()->getTerminator()),
                     is_signed);
}

void LoopDimension::emit(LaunchShape &shape) {
  IRBuilder<> &builder = shape.builder;
  auto value_of = [&](const SCEV *value, bool is_signed) { return launch_value(value, is_signed, shape); };
  Value *iterations = value_of(back_edges(loop_), /*is_signed=*/false);
  // The latch's counter says how often the loop goes back; the header's how often the body runs.
  if (loop_->isLoopExiting(loop_->getLoopLatch())) iterations = builder.CreateAdd(iterations, builder.getInt64(1));
  constexpr uint64_t kMost = uint64_t{1} << 31;  // products of two do not wrap around
  const auto within = [&](Value *value, uint64_t least, uint64_t most) {
    shape.require(builder.CreateICmpUGE(value, builder.getInt64(least)));
    shape.require(builder.CreateICmpULE(value, builder.getInt64(most)));
  };
  if (grid_) {
    // No work-item's counter wraps around.
    Value *limit = builder.getInt64(uint64_t{1} << grid_->bits);
    shape.require(builder.CreateICmpULE(shape.asked(dimension_), limit));
    shape.require(builder.CreateICmpULE(iterations, builder.CreateSub(limit, shape.asked(dimension_))));
  } else {
    shape.require(builder.CreateICmpEQ(shape.asked(dimension_), builder.getInt64(1)));
  }
  within(iterations, kLeastReshapedItems, kMost);
  auto distance = [&](const SCEV *value) {
    Value *bytes =
        builder.CreateBinaryIntrinsic(llvm::Intrinsic::abs, value_of(value, /*is_signed=*/true), builder.getFalse());
    within(bytes, 0, kMost);
    return bytes;
  };
  for (const Stride &stride : strides_) {
    Value *least = builder.getInt64(stride.least);
    for (const SCEVAddRecExpr *inner : stride.inner) {
      Value *times = value_of(back_edges(inner->getLoop()), /*is_signed=*/false);
      within(times, 0, kMost);
      least = builder.CreateAdd(least, builder.CreateMul(times, distance(inner->getStepRecurrence(scev()))));
    }
    shape.require(builder.CreateICmpUGE(distance(stride.bytes), least));
  }
  for (Value *number : bounded_) within(bound_of(number, shape), 0, maxUIntN(number->getType()->getIntegerBitWidth()));
  shape.set_size(dimension_, iterations);
}

void LoopDimension::apply() {
  BasicBlock *header = loop_->getHeader(), *latch = loop_->getLoopLatch(), *asks = loop_->getExitingBlock(),
             *exit = loop_->getExitBlock(), *preheader = loop_->getLoopPreheader();
  IRBuilder<> builder(preheader->getTerminator());
  Value *number = builder.CreateCall(declare_intrinsic(*group_.getParent(), Intrinsic::__wherry_global_id),
                                     {builder.getInt32(dimension_)});
  SCEVExpander expander(scev(), "iteration");
  SmallVector<std::pair<PHINode *, Value *>> counters;
  for (PHINode &phi : header->phis()) {
    auto *recurrence = cast<SCEVAddRecExpr>(scev().getSCEV(&phi));
    Type *type = recurrence->getStepRecurrence(scev())->getType();
    const SCEV *at = recurrence->evaluateAtIteration(scev().getTruncateOrNoop(scev().getSCEV(number), type), scev());
    counters.emplace_back(&phi, expander.expandCodeFor(at, phi.getType(), preheader->getTerminator()));
  }
  expander.clear();
  for (const auto &[phi, value] : counters) {
    phi->replaceAllUsesWith(value);
    phi->eraseFromParent();
  }
  if (asks != latch) {
    auto *branch = cast<BranchInst>(asks->getTerminator());
    BasicBlock *body = branch->getSuccessor(loop_->contains(branch->getSuccessor(0)) ? 0 : 1);
    branch->eraseFromParent();
    BranchInst::Create(body, asks);
  }
  latch->getTerminator()->eraseFromParent();
  BranchInst::Create(exit, latch);
  grid_loops_.erase(header);
}

}  // namespace

std::unique_ptr<Reshaping> loop_dimension(Function &group, GridLoops &grid_loops) {
  return std::make_unique<LoopDimension>(group, grid_loops);
}

// Gives the loop a counter from 0 on by 1, in place of `phi` and its conversions. It is as narrow as they are, so that
// scalar evolution sees that no product of it wraps around where the source's could not.
static void count_by_one(PHINode &phi, IndexConversions &conversions, const Loop &loop) {
  BasicBlock *preheader = loop.getLoopPreheader(), *latch = loop.getLoopLatch();
  auto *start = dyn_cast<Instruction>(phi.getIncomingValueForBlock(preheader));
  IRBuilder<> builder(&phi);
  Type *type = builder.getIntNTy(conversions.bits() + 1);
  PHINode *counter = builder.CreatePHI(type, 2, "counter");
  counter->addIncoming(ConstantInt::get(type, 0), preheader);
  builder.SetInsertPoint(latch->getTerminator());
  Value *next_counter = builder.CreateAdd(counter, ConstantInt::get(type, 1), "", /*HasNUW=*/true, /*HasNSW=*/true);
  counter->addIncoming(next_counter, latch);
  builder.SetInsertPoint(phi.getParent(), phi.getParent()->getFirstInsertionPt());
  conversions.replace(*counter, builder);
  auto *next = cast<Instruction>(phi.getIncomingValueForBlock(latch));
  phi.eraseFromParent();
  RecursivelyDeleteTriviallyDeadInstructions(next);
  if (start) RecursivelyDeleteTriviallyDeadInstructions(start);
}

// The loop's counter that goes up by the global size from an id.
static std::optional<GridLoop> count_by_one(const Loop &loop) {
  BasicBlock *preheader = loop.getLoopPreheader(), *latch = loop.getLoopLatch();
  if (!preheader || !latch) return {};
  for (PHINode &phi : loop.getHeader()->phis()) {
    const auto dimension = dimension_of(phi.getIncomingValueForBlock(preheader), Intrinsic::__wherry_global_id);
    auto *next = dyn_cast<Instruction>(phi.getIncomingValueForBlock(latch));
    if (!dimension || !next || next->getOpcode() != Instruction::Add) continue;
    IndexConversions conversions;
    conversions.add_root(phi);
    conversions.collect([](Instruction &, Instruction &) {});
    auto steps = [&](unsigned k) {
      return conversions.contains(next->getOperand(k)) &&
             dimension_of(next->getOperand(1 - k), Intrinsic::__wherry_global_size) == dimension;
    };
    if (!steps(0) && !steps(1)) continue;
    count_by_one(phi, conversions, loop);
    return GridLoop{unsigned(*dimension), conversions.bits()};
  }
  return {};
}

GridLoops count_grid_loops_by_one(Function &group) {
  DominatorTree dominators(group);
  LoopInfo loops(dominators);
  GridLoops found;
  for (Loop *loop : loops.getLoopsInPreorder())
    if (const auto grid = count_by_one(*loop)) found[loop->getHeader()] = *grid;
  return found;
}

bool asks_global_size(const Function &group) {
  return any_of(instructions(group),
                [](const Instruction &each) { return intrinsic_of(each) == Intrinsic::__wherry_global_size; });
}

}  // namespace wherry::compiler
