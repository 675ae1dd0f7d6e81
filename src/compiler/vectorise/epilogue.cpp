#include "compiler/vectorise/epilogue.h"

#include "compiler/ir/kernel_facts.h"
#include "compiler/ir/metadata.h"
#include "llvm/Transforms/Utils/CodeExtractor.h"

using namespace llvm;

namespace wherry::compiler {

VectorRows::VectorRows(Loop &loop, PHINode &x, const VectorFlow &flow, const VectorShapes &shapes, unsigned width,
                       unsigned register_bits)
    : loop_(loop), x_(x), flow_(flow), shapes_(shapes), width_(width), register_bits_(register_bits),
      function_(*x.getFunction()), context_(function_.getContext()), before_(loop.getLoopPreheader()),
      header_(loop.getHeader()), latch_(loop.getLoopLatch()), out_(loop.getExitBlock()),
      size_(cast<ICmpInst>(cast<BranchInst>(latch_->getTerminator())->getCondition())->getOperand(1)),
      lanes_(ConstantInt::get(Type::getInt64Ty(context_), width)),
      none_(ConstantInt::get(Type::getInt64Ty(context_), 0)) {}

BasicBlock *VectorRows::block(const char *name) { return BasicBlock::Create(context_, name, &function_); }

// An integer that hangs on x and on what the row has once, where x is 0.
Value *VectorRows::evaluate(Value *value, IRBuilder<> &builder, DenseMap<Value *, Value *> &done) {
  if (auto found = done.find(value); found != done.end()) return found->second;
  auto *instruction = dyn_cast<Instruction>(value);
  if (!instruction || !loop_.contains(instruction)) return value;
  Instruction *copy = instruction->clone();
  for (Use &use : copy->operands()) use.set(evaluate(use.get(), builder, done));
  copy->dropPoisonGeneratingFlags();
  return done[value] = builder.Insert(copy);
}

Value *VectorRows::strides_hold(IRBuilder<> &builder) {
  Value *all = builder.getTrue();
  for (const VectorShapes::Bounded &assumed : shapes_.assumptions()) {
    // Rows are short, 16 bits, and so are strides as a rule: the last value is far from the end of this type.
    const bool fits = assumed.bits <= 32 && isInt<40>(assumed.stride);
    Type *big = builder.getIntNTy(fits ? 64 : 128);
    DenseMap<Value *, Value *> at_zero{{&x_, none_}};
    Value *first = evaluate(assumed.value, builder, at_zero);
    auto extend = [&](Value *value) {
      value = builder.CreateTrunc(value, builder.getIntNTy(assumed.bits));
      return assumed.is_signed ? builder.CreateSExt(value, big) : builder.CreateZExt(value, big);
    };
    Value *steps = builder.CreateZExt(builder.CreateSub(size_, builder.getInt64(1)), big);
    Value *last =
        builder.CreateAdd(extend(first), builder.CreateMul(steps, ConstantInt::getSigned(big, assumed.stride)));
    all = builder.CreateAnd(all, builder.CreateICmpEQ(extend(last), last));
  }
  return all;
}

Value *VectorRows::is_first_row(IRBuilder<> &builder) {
  Value *all = builder.getTrue();
  for (const Loop *around = loop_.getParentLoop(); around; around = around->getParentLoop())
    for (PHINode &phi : around->getHeader()->phis())
      if (phi.hasMetadata(kOuterItemLoop)) all = builder.CreateAnd(all, builder.CreateICmpEQ(&phi, none_));
  return all;
}

// What goes from one item to the next is what only the group's first item gives.
Value *VectorRows::carried_on(VectorBody &body, const Carried &carried, Value *first, Value *mask, Value *before) {
  Value *value = body.first_lane(carried.original->getIncomingValueForBlock(latch_));
  IRBuilder<> builder(body.back());
  Value *now = builder.CreateAnd(is_first_row(builder), builder.CreateICmpEQ(first, none_));
  if (mask) now = builder.CreateAnd(now, builder.CreateExtractElement(mask, uint64_t(0)));
  return builder.CreateSelect(now, value, before);
}

// The end of the row, reached from `from`: what the item loop leaves behind is carried, or the same for all.
void VectorRows::finish(VectorBody &body, BasicBlock *from, ArrayRef<Value *> carried) {
  for (PHINode &phi : out_->phis()) {
    Value *last = phi.getIncomingValueForBlock(latch_), *left = nullptr;
    for (auto [one, value] : zip_equal(carried_, carried))
      if (one.original->getIncomingValueForBlock(latch_) == last) left = value;
    phi.addIncoming(left ? left : body.first_lane(last), from);
  }
}

// Where what is left of the row begins: full vectors, or `short_row`.
void VectorRows::begin(Value *together, BasicBlock *short_row) {
  Instruction *old_end = before_->getTerminator();
  IRBuilder<> builder(old_end);
  // By numbers: of a condition that stays the same LLVM makes two loops. That is worth it where it unrolls them.
  const bool by_number = together && !isa<Constant>(size_);
  Value *least = by_number ? builder.CreateSelect(together, lanes_, builder.getInt64(~uint64_t(0))) : lanes_;
  builder.CreateBr(row_);
  old_end->eraseFromParent();
  builder.SetInsertPoint(row_);
  begin_ = builder.CreatePHI(lanes_->getType(), 3, "begin");
  begin_->addIncoming(none_, before_);
  for (PHINode &phi : header_->phis()) {
    if (&phi == &x_) continue;
    PHINode *at_row = builder.CreatePHI(phi.getType(), 3, phi.getName() + ".row");
    at_row->addIncoming(phi.getIncomingValueForBlock(before_), before_);
    carried_.push_back({&phi, at_row});
  }
  Value *enough = builder.CreateICmpUGE(builder.CreateSub(size_, begin_, "left"), least);
  if (together && !by_number) enough = builder.CreateAnd(together, enough);
  builder.CreateCondBr(enough, full_start_, short_row);
}

// From `from`: what is left of the row from `next` on, if anything; begins with full vectors again where that may be.
void VectorRows::go_on(BasicBlock *from, Value *next, ArrayRef<Value *> carried) {
  const bool again = apart_end_ || shapes_.agreed();
  IRBuilder<> builder(from);
  builder.CreateCondBr(builder.CreateICmpULT(next, size_), again ? row_ : apart_, out_);
  (again ? begin_ : apart_begin_)->addIncoming(next, from);
  for (unsigned k = 0; k < carried_.size(); ++k)
    (again ? carried_[k].row : apart_carried_[k])->addIncoming(carried[k], from);
}

// What goes apart, from several places: where from, and what is carried.
void VectorRows::begin_apart(const char *name) {
  apart_ = block(name);
  IRBuilder<> builder(apart_);
  apart_begin_ = builder.CreatePHI(lanes_->getType(), 3, "apart.begin");
  for (const Carried &one : carried_) apart_carried_.push_back(builder.CreatePHI(one.original->getType(), 3));
}

void VectorRows::go_apart(BasicBlock *from) {
  apart_begin_->addIncoming(begin_, from);
  if (apart_end_) apart_end_->addIncoming(size_, from);
  for (auto [one, phi] : zip_equal(carried_, apart_carried_)) phi->addIncoming(one.row, from);
}

void VectorRows::build_all_together() {
  row_ = block("row");
  full_start_ = block("vector.start");
  IRBuilder<> builder(before_->getTerminator());
  Value *together = shapes_.assumptions().empty() ? nullptr : strides_hold(builder);
  Value *most = together ? builder.CreateSelect(together, lanes_, builder.getInt64(1)) : lanes_;
  BasicBlock *short_row = block("row.short");
  begin(together, short_row);
  begin_apart("tail.start");
  go_apart(short_row);
  BranchInst::Create(apart_, short_row);
  build_full();
  build_parts(*most);
  // The loop as it was is no longer entered; what it left behind comes from the vectors.
  for (PHINode &phi : out_->phis()) phi.removeIncomingValue(latch_, false);
  auto *end = cast<BranchInst>(latch_->getTerminator());
  BranchInst::Create(header_, end->getIterator());
  end->eraseFromParent();
  for (PHINode &phi : header_->phis()) phi.removeIncomingValue(before_, false);
  full_->repair();
  tail_->repair();
}

// From `apart_`: a vector, or `most` items of it, of those that are left, or whose lanes did not agree, in rounds of
// those that do.
void VectorRows::build_parts(Value &most) {
  IRBuilder<> builder(apart_);
  Value *left = builder.CreateSub(size_, apart_begin_, "left");
  const bool several = shapes_.agreed() || &most != lanes_;
  if (several) left = builder.CreateBinaryIntrinsic(Intrinsic::umin, left, &most);
  Value *mask = lanes_below(builder, left);
  BasicBlock *entry = block("tail");
  builder.CreateBr(entry);
  tail_ = std::make_unique<VectorBody>(loop_, &x_, flow_, shapes_, width_, register_bits_, *apart_, variables_);
  builder.SetInsertPoint(entry);
  SmallVector<PHINode *> now;
  PHINode *lanes = nullptr, *first = nullptr;
  if (shapes_.agreed()) {
    lanes = builder.CreatePHI(mask->getType(), 2, "tail.lanes");
    lanes->addIncoming(mask, apart_);
    first = builder.CreatePHI(lanes_->getType(), 2, "tail.first");
    first->addIncoming(apart_begin_, apart_);
    for (auto [one, value] : zip_equal(carried_, apart_carried_)) {
      now.push_back(builder.CreatePHI(value->getType(), 2));
      now.back()->addIncoming(value, apart_);
      tail_->carry(one.original, now.back());
    }
  } else {
    for (auto [one, value] : zip_equal(carried_, apart_carried_)) tail_->carry(one.original, value);
  }
  Value *begin = first ? first : apart_begin_;
  tail_->emit(*entry, begin, lanes ? lanes : mask, nullptr);
  builder.SetInsertPoint(entry);
  builder.CreateBr(tail_->front());

  SmallVector<Value *> after;
  for (unsigned k = 0; k < carried_.size(); ++k)
    after.push_back(carried_on(*tail_, carried_[k], begin, lanes, lanes ? now[k] : apart_carried_[k]));
  BasicBlock *done = lanes ? block("tail.done") : tail_->back();
  finish(*tail_, done, after);
  if (lanes) {
    // The next round begins with the first of those left out: addresses of rows are computed from a lane that is there.
    Value *others = tail_->left_out();
    builder.SetInsertPoint(tail_->back());
    Value *bits = builder.CreateBitCast(others, builder.getIntNTy(width_));
    Value *skipped = builder.CreateBinaryIntrinsic(Intrinsic::cttz, bits, builder.getFalse());
    lanes->addIncoming(builder.CreateBitCast(builder.CreateLShr(bits, skipped), others->getType()), tail_->back());
    first->addIncoming(builder.CreateNUWAdd(first, builder.CreateZExt(skipped, first->getType())), tail_->back());
    leave_alone(builder.CreateCondBr(builder.CreateIsNotNull(bits), entry, done));
    for (auto [phi, value] : zip_equal(now, after)) phi->addIncoming(value, tail_->back());
  }
  keep_tail_short();
  builder.SetInsertPoint(done);
  if (!several) {
    builder.CreateBr(out_);
    return;
  }
  go_on(done, builder.CreateNUWAdd(apart_begin_, left), after);
}

void VectorRows::build(unsigned least_tail) {
  row_ = block("row");
  full_start_ = block("vector.start");
  rest_ = block("rest");
  rest_out_ = block("rest.out");
  IRBuilder<> builder(before_->getTerminator());
  Value *together = strides_hold(builder);
  BasicBlock *short_row = block("row.short");
  begin(together, short_row);

  begin_apart("vector.apart");
  builder.SetInsertPoint(apart_);
  apart_end_ = builder.CreatePHI(lanes_->getType(), 3, "apart.end");
  builder.CreateBr(rest_);

  build_full();
  builder.SetInsertPoint(short_row);
  go_apart(short_row);
  if (least_tail) {
    tail_start_ = block("tail.start");
    Value *left = builder.CreateSub(size_, begin_, "left");
    builder.CreateCondBr(builder.CreateAnd(together, builder.CreateICmpUGE(left, builder.getInt64(least_tail))),
                         tail_start_, apart_);
    build_tail();
  } else {
    builder.CreateBr(apart_);
  }
  build_rest();
  full_->repair();
  if (tail_) tail_->repair();
}

void VectorRows::build_full() {
  BasicBlock *again = block("vector.again"), *done = block("vector.done");
  IRBuilder<> builder(full_start_);
  builder.CreateBr(again);
  full_ = std::make_unique<VectorBody>(loop_, &x_, flow_, shapes_, width_, register_bits_, *full_start_, variables_);

  builder.SetInsertPoint(again);
  PHINode *first = builder.CreatePHI(lanes_->getType(), 2, "x.v");
  first->addIncoming(begin_, full_start_);
  SmallVector<PHINode *> now;
  for (const Carried &one : carried_) {
    now.push_back(builder.CreatePHI(one.original->getType(), 2, one.original->getName() + ".v"));
    now.back()->addIncoming(one.row, full_start_);
    full_->carry(one.original, now.back());
  }
  // Lanes that differ where they had to agree: the vector's items apart, then the rest of the row.
  BasicBlock *leave = nullptr;
  if (shapes_.agreed()) {
    leave = block("vector.leave");
    IRBuilder<> leaving(leave);
    apart_begin_->addIncoming(first, leave);
    if (apart_end_) apart_end_->addIncoming(leaving.CreateNUWAdd(first, lanes_), leave);
    for (auto [phi, value] : zip_equal(apart_carried_, now)) phi->addIncoming(value, leave);
    leaving.CreateBr(apart_);
  }
  full_->emit(*again, first, nullptr, leave);
  builder.SetInsertPoint(again);
  builder.CreateBr(full_->front());

  SmallVector<Value *> after;
  for (auto [one, phi] : zip_equal(carried_, now)) {
    after.push_back(carried_on(*full_, one, first, nullptr, phi));
    phi->addIncoming(after.back(), full_->back());
  }
  finish(*full_, done, after);
  builder.SetInsertPoint(full_->back());
  Value *next = builder.CreateNUWAdd(first, lanes_, "x.next.v");
  first->addIncoming(next, full_->back());
  Instruction *round =
      builder.CreateCondBr(builder.CreateICmpULE(builder.CreateNUWAdd(next, lanes_), size_), again, done);
  go_on(done, next, after);
  leave_alone(round);
}

void VectorRows::set_rest_apart() {
  SmallVector<BasicBlock *> blocks{rest_};
  append_range(blocks, loop_.blocks());
  CodeExtractorAnalysisCache cache(function_);
  if (Function *apart = CodeExtractor(blocks).extractCodeRegion(cache)) {
    apart->addFnAttr(Attribute::NoInline);
    forget_facts(*apart);
  }
}

// Where LLVM's vectoriser and unroller have nothing to add.
void VectorRows::leave_alone(Instruction *latch_end) {
  MDNode *done_so = MDNode::get(context_, {MDString::get(context_, "llvm.loop.isvectorized"),
                                           ConstantAsMetadata::get(ConstantInt::get(Type::getInt32Ty(context_), 1))});
  MDNode *rolled = MDNode::get(context_, {MDString::get(context_, "llvm.loop.unroll.disable")});
  MDNode *id = MDNode::getDistinct(context_, {nullptr, done_so, rolled});
  id->replaceOperandWith(0, id);
  latch_end->setMetadata(LLVMContext::MD_loop, id);
}

Value *VectorRows::lanes_below(IRBuilder<> &builder, Value *count) {
  Type *lane_type = builder.getInt32Ty();
  SmallVector<Constant *> numbers;
  for (unsigned lane = 0; lane < width_; ++lane) numbers.push_back(ConstantInt::get(lane_type, lane));
  Value *all = builder.CreateVectorSplat(width_, builder.CreateTrunc(count, lane_type));
  return builder.CreateICmpULT(ConstantVector::get(numbers), all, "tail.mask");
}

// Less than a vector.
void VectorRows::build_tail() {
  IRBuilder<> builder(tail_start_);
  BasicBlock *entry = block("tail");
  Value *mask = lanes_below(builder, builder.CreateSub(size_, begin_));
  builder.CreateBr(entry);
  tail_ = std::make_unique<VectorBody>(loop_, &x_, flow_, shapes_, width_, register_bits_, *tail_start_, variables_);
  for (const Carried &one : carried_) tail_->carry(one.original, one.row);
  BasicBlock *leave = nullptr;
  if (shapes_.agreed()) {
    leave = block("tail.leave");
    apart_begin_->addIncoming(begin_, leave);
    apart_end_->addIncoming(size_, leave);
    for (auto [one, phi] : zip_equal(carried_, apart_carried_)) phi->addIncoming(one.row, leave);
    BranchInst::Create(apart_, leave);
  }
  tail_->emit(*entry, begin_, mask, leave);
  builder.SetInsertPoint(entry);
  builder.CreateBr(tail_->front());
  SmallVector<Value *> after;
  for (const Carried &one : carried_) after.push_back(carried_on(*tail_, one, begin_, nullptr, one.row));
  finish(*tail_, tail_->back(), after);
  builder.SetInsertPoint(tail_->back());
  builder.CreateBr(out_);
}

// Seldom run: not worth a longer build.
void VectorRows::keep_tail_short() {
  for (const Loop *loop : loop_.getLoopsInPreorder())
    if (loop != &loop_) leave_alone(tail_->end_of(loop->getLoopLatch())->getTerminator());
}

// The item loop as it was, for a part of the row.
void VectorRows::build_rest() {
  IRBuilder<> builder(rest_);
  builder.CreateBr(header_);
  for (PHINode &phi : header_->phis()) {
    Value *start = apart_begin_;
    for (auto [one, value] : zip_equal(carried_, apart_carried_))
      if (one.original == &phi) start = value;
    phi.setIncomingValueForBlock(before_, start);
    phi.replaceIncomingBlockWith(before_, rest_);
  }
  for (const Loop *loop : loop_.getLoopsInPreorder()) leave_alone(loop->getLoopLatch()->getTerminator());
  if (tail_) keep_tail_short();
  auto *end = cast<BranchInst>(latch_->getTerminator());
  cast<ICmpInst>(end->getCondition())->setOperand(1, apart_end_);
  end->replaceSuccessorWith(out_, rest_out_);
  builder.SetInsertPoint(rest_out_);
  // What the loop leaves goes through phis of its own: its exit block is this one now.
  auto leave = [&](Value *value) {
    PHINode *kept = PHINode::Create(value->getType(), 1, "", rest_out_->begin());
    kept->addIncoming(value, latch_);
    return kept;
  };
  begin_->addIncoming(apart_end_, rest_out_);
  for (const Carried &one : carried_)
    one.row->addIncoming(leave(one.original->getIncomingValueForBlock(latch_)), rest_out_);
  for (PHINode &phi : out_->phis()) {
    const int at = phi.getBasicBlockIndex(latch_);
    phi.setIncomingValue(unsigned(at), leave(phi.getIncomingValue(unsigned(at))));
    phi.setIncomingBlock(unsigned(at), rest_out_);
  }
  builder.SetInsertPoint(rest_out_);
  builder.CreateCondBr(builder.CreateICmpULT(apart_end_, size_), row_, out_);
}

}  // namespace wherry::compiler
