// SPDX-License-Identifier: Apache-2.0
#include "compiler/vectorise/epilogue.h"

#include "compiler/ir/evaluate.h"
#include "compiler/ir/intrinsics.h"
#include "compiler/ir/kernel_facts.h"
#include "compiler/ir/metadata.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/CodeExtractor.h"

using namespace llvm;

namespace wherry::compiler {

VectorisedLoop::VectorisedLoop(Loop &items, PHINode &index, const Linearisation &flow, const LaneStrides &strides,
                               unsigned width, unsigned register_bits)
    : items_(items), index_(index), flow_(flow), strides_(strides), width_(width), register_bits_(register_bits),
      function_(*index.getFunction()), context_(function_.getContext()), before_(items.getLoopPreheader()),
      header_(items.getHeader()), latch_(items.getLoopLatch()), out_(items.getExitBlock()),
      size_(cast<ICmpInst>(cast<BranchInst>(latch_->getTerminator())->getCondition())->getOperand(1)),
      lanes_(ConstantInt::get(Type::getInt64Ty(context_), width)),
      zero_(ConstantInt::get(Type::getInt64Ty(context_), 0)) {}

SmallVector<VectorBody *, 2> VectorisedLoop::bodies() const {
  SmallVector<VectorBody *, 2> all;
  for (VectorBody *body : {full_.get(), epilogue_.get()})
    if (body) all.push_back(body);
  return all;
}

BasicBlock *VectorisedLoop::block(const char *name) { return BasicBlock::Create(context_, name, &function_); }

// Whether the strides' assumptions hold for all work-items.
Value *VectorisedLoop::strides_hold(IRBuilder<> &builder) {
  Value *all = builder.getTrue();
  for (const NoWrap &assumed : strides_.assumptions()) {
    if (!strides_.depends_on_index_alone(assumed.value)) {
      const ValueRanges &ranges = strides_.ranges();
      all = builder.CreateAnd(all, ranges.never_wraps(builder, assumed.value, assumed.bits, assumed.is_signed, size_));
      continue;
    }
    // A work-group's size has 16 bits, and strides are short: 64 bits are enough for the last value as a rule.
    const bool fits = assumed.bits <= 32 && isInt<40>(assumed.stride);
    Type *big = builder.getIntNTy(fits ? 64 : 128);
    KnownValues at_zero{{&index_, zero_}};
    Value *first = evaluate_outside(items_, assumed.value, builder, at_zero);
    auto extend = [&](Value *value) {
      value = builder.CreateTrunc(value, builder.getIntNTy(assumed.bits));
      return assumed.is_signed ? builder.CreateSExt(value, big) : builder.CreateZExt(value, big);
    };
    Value *steps = builder.CreateZExt(builder.CreateSub(size_, builder.getInt64(1)), big);
    Value *last =
        builder.CreateAdd(extend(first), builder.CreateMul(steps, ConstantInt::getSigned(big, assumed.stride)));
    all = builder.CreateAnd(all, builder.CreateICmpEQ(extend(last), last));
  }
  for (const BinaryOperator *sum : strides_.exact_sums()) {
    KnownValues at_zero{{&index_, zero_}};
    Value *number = evaluate_outside(items_, sum->getOperand(0), builder, at_zero);
    for (bool is_signed : {true, false}) {
      if (!strides_.is_exact(*sum, is_signed)) continue;
      const auto operation = is_signed ? llvm::Intrinsic::sadd_with_overflow : llvm::Intrinsic::uadd_with_overflow;
      Value *wraps =
          builder.CreateExtractValue(builder.CreateBinaryIntrinsic(operation, number, sum->getOperand(1)), 1);
      all = builder.CreateAnd(all, builder.CreateNot(wraps));
    }
  }
  return all;
}

Value *VectorisedLoop::is_first_item_loop(IRBuilder<> &builder) {
  Value *all = builder.getTrue();
  for (const Loop *around = items_.getParentLoop(); around; around = around->getParentLoop())
    for (PHINode &phi : around->getHeader()->phis())
      if (phi.hasMetadata(kOuterItemLoop)) all = builder.CreateAnd(all, builder.CreateICmpEQ(&phi, zero_));
  return all;
}

// Only the work-group's first work-item changes what an item loop carries; all others pass it on.
Value *VectorisedLoop::carried_after(VectorBody &body, const Carried &carried, Value *first, Value *mask,
                                     Value *before) {
  Value *value = body.first_lane(carried.original->getIncomingValueForBlock(latch_));
  IRBuilder<> builder(body.back());
  Value *now = builder.CreateAnd(is_first_item_loop(builder), builder.CreateICmpEQ(first, zero_));
  if (mask) now = builder.CreateAnd(now, builder.CreateExtractElement(mask, uint64_t(0)));
  return builder.CreateSelect(now, value, before);
}

// Leaves the item loop from `from`: values used behind it are carried, or the same for all lanes.
void VectorisedLoop::finish(VectorBody &body, BasicBlock *from, ArrayRef<Value *> carried) {
  for (PHINode &phi : out_->phis()) {
    Value *last = phi.getIncomingValueForBlock(latch_), *left = nullptr;
    for (auto [one, value] : zip_equal(carried_, carried))
      if (one.original->getIncomingValueForBlock(latch_) == last) left = value;
    phi.addIncoming(left ? left : body.first_lane(last), from);
  }
}

// Goes to full vectors, or to `too_few` if there are not enough work-items, or if `together` is false.
void VectorisedLoop::build_dispatch(Value *together, BasicBlock *too_few) {
  Instruction *old_end = before_->getTerminator();
  IRBuilder<> builder(old_end);
  // `together` becomes part of the bound: by a condition LLVM would unswitch the loop, which pays only where it
  // unrolls.
  const bool by_number = together && !isa<Constant>(size_);
  Value *least = by_number ? builder.CreateSelect(together, lanes_, builder.getInt64(~uint64_t(0))) : lanes_;
  builder.CreateBr(dispatch_);
  old_end->eraseFromParent();
  builder.SetInsertPoint(dispatch_);
  begin_ = builder.CreatePHI(lanes_->getType(), 3, "begin");
  begin_->addIncoming(zero_, before_);
  for (PHINode &phi : header_->phis()) {
    if (&phi == &index_) continue;
    PHINode *at_start = builder.CreatePHI(phi.getType(), 3, phi.getName() + ".start");
    at_start->addIncoming(phi.getIncomingValueForBlock(before_), before_);
    carried_.push_back({&phi, at_start});
  }
  Value *enough = builder.CreateICmpUGE(builder.CreateSub(size_, begin_, "left"), least);
  if (together && !by_number) enough = builder.CreateAnd(together, enough);
  builder.CreateCondBr(enough, full_start_, too_few);
}

// Goes on with the work-items from `next` on, if any are left: with full vectors, if there may be one.
void VectorisedLoop::continue_at(BasicBlock *from, Value *next, ArrayRef<Value *> carried) {
  const bool again = dispatch_ && (partial_end_ || strides_.speculates());
  IRBuilder<> builder(from);
  builder.CreateCondBr(builder.CreateICmpULT(next, size_), again ? dispatch_ : partial_, out_);
  (again ? begin_ : partial_begin_)->addIncoming(next, from);
  for (unsigned k = 0; k < carried_.size(); ++k)
    (again ? carried_[k].start : partial_carried_[k])->addIncoming(carried[k], from);
}

// `partial_` is entered from several blocks, each with its first work-item and the values carried.
void VectorisedLoop::begin_partial(const char *name) {
  partial_ = block(name);
  IRBuilder<> builder(partial_);
  partial_begin_ = builder.CreatePHI(lanes_->getType(), 3, "partial.begin");
  for (const Carried &one : carried_) partial_carried_.push_back(builder.CreatePHI(one.original->getType(), 3));
}

void VectorisedLoop::enter_partial(BasicBlock *from) {
  partial_begin_->addIncoming(begin_, from);
  if (partial_end_) partial_end_->addIncoming(size_, from);
  for (auto [one, phi] : zip_equal(carried_, partial_carried_)) phi->addIncoming(one.start, from);
}

void VectorisedLoop::build_without_remainder() {
  dispatch_ = block("dispatch");
  full_start_ = block("vector.start");
  IRBuilder<> builder(before_->getTerminator());
  Value *together = strides_.assumptions().empty() ? nullptr : strides_hold(builder);
  Value *most = together ? builder.CreateSelect(together, lanes_, builder.getInt64(1)) : lanes_;
  BasicBlock *too_few = block("too.few");
  build_dispatch(together, too_few);
  begin_partial("epilogue.start");
  enter_partial(too_few);
  BranchInst::Create(partial_, too_few);
  build_full();
  build_masked(*most);
  leave_item_loop_out();
}

void VectorisedLoop::build_masked_alone() {
  for (PHINode &phi : header_->phis())
    if (&phi != &index_) carried_.push_back({&phi, nullptr});
  begin_partial("vector.start");
  partial_begin_->addIncoming(zero_, before_);
  for (auto [one, phi] : zip_equal(carried_, partial_carried_))
    phi->addIncoming(one.original->getIncomingValueForBlock(before_), before_);
  Instruction *old_end = before_->getTerminator();
  IRBuilder<> builder(old_end);
  Value *most = lanes_;
  if (!strides_.assumptions().empty()) most = builder.CreateSelect(strides_hold(builder), lanes_, builder.getInt64(1));
  builder.CreateBr(partial_);
  old_end->eraseFromParent();
  build_masked(*most);
  leave_item_loop_out();
}

// The item loop is no longer entered; the vectors give the values used behind it.
void VectorisedLoop::leave_item_loop_out() {
  for (PHINode &phi : out_->phis()) phi.removeIncomingValue(latch_, false);
  auto *end = cast<BranchInst>(latch_->getTerminator());
  BranchInst::Create(header_, end->getIterator());
  end->eraseFromParent();
  for (PHINode &phi : header_->phis()) phi.removeIncomingValue(before_, false);
}

// From `partial_`: a masked vector of the work-items that are left, `most` at once. Peeled lanes take another
// iteration.
void VectorisedLoop::build_masked(Value &most) {
  IRBuilder<> builder(partial_);
  Value *left = builder.CreateSub(size_, partial_begin_, "left");
  const bool several = !dispatch_ || strides_.speculates() || &most != lanes_;
  if (several) left = builder.CreateBinaryIntrinsic(llvm::Intrinsic::umin, left, &most);
  Value *mask = lanes_below(builder, left);
  BasicBlock *entry = block("epilogue");
  builder.CreateBr(entry);
  epilogue_ =
      std::make_unique<VectorBody>(items_, &index_, flow_, strides_, width_, register_bits_, *partial_, variables_);
  if (!dispatch_) epilogue_->expect_full_vectors();
  builder.SetInsertPoint(entry);
  const Peeling peeling = strides_.speculates() ? begin_peeling(builder, mask) : Peeling();
  const bool peels = peeling.lanes != nullptr;
  SmallVector<Value *> before;
  for (unsigned k = 0; k < carried_.size(); ++k) {
    before.push_back(peels ? peeling.carried[k] : partial_carried_[k]);
    epilogue_->carry(carried_[k].original, before.back());
  }
  Value *begin = peels ? peeling.first : partial_begin_;
  epilogue_->emit(*entry, begin, peels ? peeling.lanes : mask, nullptr);
  builder.SetInsertPoint(entry);
  builder.CreateBr(epilogue_->front());

  SmallVector<Value *> after;
  for (unsigned k = 0; k < carried_.size(); ++k)
    after.push_back(carried_after(*epilogue_, carried_[k], begin, peeling.lanes, before[k]));
  BasicBlock *done = peels ? block("epilogue.done") : epilogue_->back();
  finish(*epilogue_, done, after);
  if (peels) end_peeling(peeling, entry, done, after);
  if (dispatch_) keep_epilogue_short();
  builder.SetInsertPoint(done);
  if (!several) {
    builder.CreateBr(out_);
    return;
  }
  continue_at(done, builder.CreateNUWAdd(partial_begin_, left), after);
  if (!dispatch_) exempt_from_loop_passes(done->getTerminator());
}

VectorisedLoop::Peeling VectorisedLoop::begin_peeling(IRBuilder<> &builder, Value *mask) {
  Peeling peeling;
  peeling.lanes = builder.CreatePHI(mask->getType(), 2, "epilogue.lanes");
  peeling.lanes->addIncoming(mask, partial_);
  peeling.first = builder.CreatePHI(lanes_->getType(), 2, "epilogue.first");
  peeling.first->addIncoming(partial_begin_, partial_);
  for (PHINode *value : partial_carried_) {
    peeling.carried.push_back(builder.CreatePHI(value->getType(), 2));
    peeling.carried.back()->addIncoming(value, partial_);
  }
  return peeling;
}

// The next iteration begins with the first peeled lane: contiguous addresses are computed from a lane that is there.
void VectorisedLoop::end_peeling(const Peeling &peeling, BasicBlock *entry, BasicBlock *done,
                                 ArrayRef<Value *> carried) {
  Value *others = epilogue_->peeled();
  BasicBlock *back = epilogue_->back();
  IRBuilder<> builder(back);
  Value *bits = builder.CreateBitCast(others, builder.getIntNTy(width_));
  Value *skipped = builder.CreateBinaryIntrinsic(llvm::Intrinsic::cttz, bits, builder.getFalse());
  peeling.lanes->addIncoming(builder.CreateBitCast(builder.CreateLShr(bits, skipped), others->getType()), back);
  peeling.first->addIncoming(builder.CreateNUWAdd(peeling.first, builder.CreateZExt(skipped, peeling.first->getType())),
                             back);
  exempt_from_loop_passes(builder.CreateCondBr(builder.CreateIsNotNull(bits), entry, done));
  for (auto [phi, value] : zip_equal(peeling.carried, carried)) phi->addIncoming(value, back);
}

void VectorisedLoop::build(unsigned least_epilogue) {
  dispatch_ = block("dispatch");
  full_start_ = block("vector.start");
  remainder_ = block("remainder");
  remainder_out_ = block("remainder.out");
  IRBuilder<> builder(before_->getTerminator());
  Value *together = strides_hold(builder);
  BasicBlock *too_few = block("too.few");
  build_dispatch(together, too_few);

  begin_partial("partial");
  builder.SetInsertPoint(partial_);
  partial_end_ = builder.CreatePHI(lanes_->getType(), 3, "partial.end");
  builder.CreateBr(remainder_);

  build_full();
  builder.SetInsertPoint(too_few);
  enter_partial(too_few);
  if (least_epilogue) {
    epilogue_start_ = block("epilogue.start");
    Value *left = builder.CreateSub(size_, begin_, "left");
    builder.CreateCondBr(builder.CreateAnd(together, builder.CreateICmpUGE(left, builder.getInt64(least_epilogue))),
                         epilogue_start_, partial_);
    build_epilogue();
  } else {
    builder.CreateBr(partial_);
  }
  build_remainder();
}

void VectorisedLoop::build_full() {
  BasicBlock *again = block("vector.again"), *done = block("vector.done");
  IRBuilder<> builder(full_start_);
  builder.CreateBr(again);
  full_ =
      std::make_unique<VectorBody>(items_, &index_, flow_, strides_, width_, register_bits_, *full_start_, variables_);

  builder.SetInsertPoint(again);
  PHINode *first = builder.CreatePHI(lanes_->getType(), 2, "x.v");
  first->addIncoming(begin_, full_start_);
  SmallVector<PHINode *> now;
  for (const Carried &one : carried_) {
    now.push_back(builder.CreatePHI(one.original->getType(), 2, one.original->getName() + ".v"));
    now.back()->addIncoming(one.start, full_start_);
    full_->carry(one.original, now.back());
  }
  // If lanes disagree, the vector's work-items go to `partial_`.
  BasicBlock *leave = nullptr;
  if (strides_.speculates()) {
    leave = block("vector.leave");
    IRBuilder<> leaving(leave);
    partial_begin_->addIncoming(first, leave);
    if (partial_end_) partial_end_->addIncoming(leaving.CreateNUWAdd(first, lanes_), leave);
    for (auto [phi, value] : zip_equal(partial_carried_, now)) phi->addIncoming(value, leave);
    leaving.CreateBr(partial_);
  }
  full_->emit(*again, first, nullptr, leave);
  builder.SetInsertPoint(again);
  builder.CreateBr(full_->front());

  SmallVector<Value *> after;
  for (auto [one, phi] : zip_equal(carried_, now)) {
    after.push_back(carried_after(*full_, one, first, nullptr, phi));
    phi->addIncoming(after.back(), full_->back());
  }
  finish(*full_, done, after);
  builder.SetInsertPoint(full_->back());
  Value *next = builder.CreateNUWAdd(first, lanes_, "x.next.v");
  first->addIncoming(next, full_->back());
  Instruction *again_end =
      builder.CreateCondBr(builder.CreateICmpULE(builder.CreateNUWAdd(next, lanes_), size_), again, done);
  continue_at(done, next, after);
  exempt_from_loop_passes(again_end);
}

void VectorisedLoop::outline_remainder() {
  if (yields(function_)) return;  // a sub-group's code is outlined as a whole
  // Private variables are told from others by this function's stack (to_private and its kin): they must stay in it.
  if (any_of(function_.getEntryBlock(), [](const Instruction &instruction) {
        auto *call = dyn_cast<IntrinsicInst>(&instruction);
        return call && call->getIntrinsicID() == llvm::Intrinsic::stacksave;
      }))
    return;
  SmallVector<BasicBlock *> blocks{remainder_};
  append_range(blocks, items_.blocks());
  CodeExtractorAnalysisCache cache(function_);
  if (Function *remainder = CodeExtractor(blocks).extractCodeRegion(cache)) {
    remainder->addFnAttr(Attribute::NoInline);
    forget_facts(*remainder);
  }
}

// Marks a loop for LLVM's vectoriser and unroller to leave: they would gain nothing.
void VectorisedLoop::exempt_from_loop_passes(Instruction *latch_end) {
  MDNode *done_so = MDNode::get(context_, {MDString::get(context_, "llvm.loop.isvectorized"),
                                           ConstantAsMetadata::get(ConstantInt::get(Type::getInt32Ty(context_), 1))});
  MDNode *rolled = MDNode::get(context_, {MDString::get(context_, "llvm.loop.unroll.disable")});
  MDNode *id = MDNode::getDistinct(context_, {nullptr, done_so, rolled});
  id->replaceOperandWith(0, id);
  latch_end->setMetadata(LLVMContext::MD_loop, id);
}

Value *VectorisedLoop::lanes_below(IRBuilder<> &builder, Value *count) {
  Type *lane_type = builder.getInt32Ty();
  SmallVector<Constant *> numbers;
  for (unsigned lane = 0; lane < width_; ++lane) numbers.push_back(ConstantInt::get(lane_type, lane));
  Value *all = builder.CreateVectorSplat(width_, builder.CreateTrunc(count, lane_type));
  return builder.CreateICmpULT(ConstantVector::get(numbers), all, "epilogue.mask");
}

// A vector of the last work-items, under a mask.
void VectorisedLoop::build_epilogue() {
  IRBuilder<> builder(epilogue_start_);
  BasicBlock *entry = block("epilogue");
  Value *mask = lanes_below(builder, builder.CreateSub(size_, begin_));
  builder.CreateBr(entry);
  epilogue_ = std::make_unique<VectorBody>(items_, &index_, flow_, strides_, width_, register_bits_, *epilogue_start_,
                                           variables_);
  for (const Carried &one : carried_) epilogue_->carry(one.original, one.start);
  BasicBlock *leave = nullptr;
  if (strides_.speculates()) {
    leave = block("epilogue.leave");
    partial_begin_->addIncoming(begin_, leave);
    partial_end_->addIncoming(size_, leave);
    for (auto [one, phi] : zip_equal(carried_, partial_carried_)) phi->addIncoming(one.start, leave);
    BranchInst::Create(partial_, leave);
  }
  epilogue_->emit(*entry, begin_, mask, leave);
  builder.SetInsertPoint(entry);
  builder.CreateBr(epilogue_->front());
  SmallVector<Value *> after;
  for (const Carried &one : carried_) after.push_back(carried_after(*epilogue_, one, begin_, nullptr, one.start));
  finish(*epilogue_, epilogue_->back(), after);
  builder.SetInsertPoint(epilogue_->back());
  builder.CreateBr(out_);
}

// The epilogue's loops run too seldom to be worth a longer build.
void VectorisedLoop::keep_epilogue_short() {
  for (const Loop *loop : items_.getLoopsInPreorder())
    if (loop != &items_) exempt_from_loop_passes(epilogue_->end_of(loop->getLoopLatch())->getTerminator());
}

// The item loop, for the work-items of `partial_`.
void VectorisedLoop::build_remainder() {
  IRBuilder<> builder(remainder_);
  builder.CreateBr(header_);
  for (PHINode &phi : header_->phis()) {
    Value *start = partial_begin_;
    for (auto [one, value] : zip_equal(carried_, partial_carried_))
      if (one.original == &phi) start = value;
    phi.setIncomingValueForBlock(before_, start);
    phi.replaceIncomingBlockWith(before_, remainder_);
  }
  for (const Loop *loop : items_.getLoopsInPreorder()) exempt_from_loop_passes(loop->getLoopLatch()->getTerminator());
  if (epilogue_) keep_epilogue_short();
  auto *end = cast<BranchInst>(latch_->getTerminator());
  cast<ICmpInst>(end->getCondition())->setOperand(1, partial_end_);
  end->replaceSuccessorWith(out_, remainder_out_);
  leave_remainder();
}

// Leaves the remainder: to the code behind its work-items.
void VectorisedLoop::leave_remainder() {
  IRBuilder<> builder(remainder_out_);
  // This is the loop's exit block now: values used behind the loop go through phis of its own.
  auto leave = [&](Value *value) {
    PHINode *kept = PHINode::Create(value->getType(), 1, "", remainder_out_->begin());
    kept->addIncoming(value, latch_);
    return kept;
  };
  begin_->addIncoming(partial_end_, remainder_out_);
  for (const Carried &one : carried_)
    one.start->addIncoming(leave(one.original->getIncomingValueForBlock(latch_)), remainder_out_);
  for (PHINode &phi : out_->phis()) {
    const int at = phi.getBasicBlockIndex(latch_);
    phi.setIncomingValue(unsigned(at), leave(phi.getIncomingValue(unsigned(at))));
    phi.setIncomingBlock(unsigned(at), remainder_out_);
  }
  builder.SetInsertPoint(remainder_out_);
  builder.CreateCondBr(builder.CreateICmpULT(partial_end_, size_), dispatch_, out_);
}

}  // namespace wherry::compiler
