// SPDX-License-Identifier: Apache-2.0
#include "compiler/vectorise/segments.h"

#include "compiler/analysis/item_loops.h"
#include "compiler/analysis/lane_strides.h"
#include "compiler/analysis/target.h"
#include "compiler/ir/diagnostics.h"
#include "compiler/ir/intrinsics.h"
#include "compiler/ir/metadata.h"
#include "compiler/vectorise/candidates.h"
#include "compiler/vectorise/cost.h"
#include "compiler/vectorise/index_expressions.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace wherry::compiler {
namespace {

// A division of a value that goes up by one from item to item, or a shift or mask that stands for a division.
struct Division {
  Instruction *operation;
  Value *dividend, *divisor;  // the divisor is invariant
  bool gives_quotient, is_signed;
  // Segments do not end where this remainder wraps around to 0: each work-item asks whether its remainder has.
  bool wraps = false;
};

class SegmentedLoop {
 public:
  explicit SegmentedLoop(const ItemLoop &loop) : items_(*loop.items), index_(*loop.index), index_of_(items_, index_) {}

  // `nested`: the item loop is a segment itself, and its own segments may be shorter than a vector; `outer`: the
  // constant divisors at whose multiples it was cut.
  bool pays(bool nested, ArrayRef<ConstantInt *> outer) {
    if (!ending_of(items_)) return false;
    SmallVector<Division> others;
    for (BasicBlock *block : items_.blocks())
      for (Instruction &instruction : *block)
        if (auto division = division_of(instruction))
          ((!nested && !isa<Constant>(division->divisor)) || leads_to_address(instruction) ? divisions_ : others)
              .push_back(*division);
    // Segments end at these divisors' multiples anyway: all divisions by them become constant or go up by one.
    for (const Division &other : others)
      if (divisions_.size() < cost::kMostDivisions &&
          any_of(divisions_, [&](const Division &one) { return one.divisor == other.divisor; }))
        divisions_.push_back(other);
    find_short_rows(outer);
    return !divisions_.empty() && !sees_sub_groups(items_);
  }
  void add_divisors(SmallVectorImpl<ConstantInt *> &known) const {
    for (const Division &division : divisions_)
      if (auto *number = dyn_cast<ConstantInt>(division.divisor)) known.push_back(number);
  }
  // Precondition: pays() has returned false. Remarks why an item loop with divisions of the index is not split.
  void say_why_not() const {
    if (!divisions_.empty())
      return remark_at(*divisions_.front().operation,
                       "an item loop is not split where a quotient changes: it sees sub-groups");
    if (!ending_of(items_)) return;
    for (const BasicBlock *block : items_.blocks())
      for (const Instruction &instruction : *block)
        if (instruction.isIntDivRem() && !index_of_.is_invariant(instruction.getOperand(0)) &&
            !isa<Constant>(instruction.getOperand(1)) &&
            index_of_.is_invariant(IndexExpressions::divisor_of(instruction)) &&
            index_of_.goes_up_by_invariant(instruction.getOperand(0)))
          return remark_at(instruction,
                           Twine("an item loop is not split where a quotient changes: ") +
                               (counts_in_loop_around(IndexExpressions::divisor_of(instruction), cost::kMostSteps)
                                    ? "a loop around it counts the divisor"
                                    : "the dividend goes up by another number than 1 from work-item to "
                                      "work-item"));
  }
  bool has_too_many() const { return divisions_.size() > cost::kMostDivisions; }

  void say_too_many() const {
    remark_at(*divisions_.front().operation, "an item loop is not split where a quotient changes: it has " +
                                                 Twine(divisions_.size()) + " divisions of the index, more than " +
                                                 Twine(cost::kMostDivisions));
  }

  void split() {
    BasicBlock *before = items_.getLoopPreheader(), *header = items_.getHeader(), *latch = items_.getLoopLatch(),
               *out = items_.getExitBlock();
    Function &function = *header->getParent();
    LLVMContext &context = function.getContext();
    ICmpInst *again = ending_of(items_);
    Value *size = items_of(items_);

    IRBuilder<> builder(before->getTerminator());
    Value *holds = builder.getTrue();
    SetVector<std::pair<Value *, unsigned>> told;
    for (const Division &division : divisions_)
      if (told.insert({division.dividend, division.is_signed}))
        holds = builder.CreateAnd(holds, counts_up(builder, *division.dividend, division.is_signed, size));

    BasicBlock *start = BasicBlock::Create(context, "segment", &function, header);
    BasicBlock *end = BasicBlock::Create(context, "segment.end", &function, out);
    before->getTerminator()->replaceSuccessorWith(header, start);
    latch->getTerminator()->replaceSuccessorWith(out, end);
    builder.SetInsertPoint(start);
    PHINode *first = builder.CreatePHI(index_.getType(), 2, "segment.first");
    first->setMetadata(kOuterItemLoop, MDNode::get(context, {}));
    first->addIncoming(builder.getInt64(0), before);
    // Phis of the item loop's header, and their values at the segments' starts.
    SmallVector<std::pair<PHINode *, PHINode *>> carried;
    for (PHINode &phi : header->phis()) {
      if (&phi == &index_) continue;
      PHINode *kept = builder.CreatePHI(phi.getType(), 2, phi.getName());
      kept->addIncoming(phi.getIncomingValueForBlock(before), before);
      carried.push_back({&phi, kept});
    }

    SmallVector<Value *> results;
    Value *length = length_from(builder, *first, size, holds, results);
    builder.CreateBr(header);
    index_.replaceIncomingBlockWith(before, start);
    for (auto [phi, kept] : carried) {
      phi->setIncomingValueForBlock(before, kept);
      phi->replaceIncomingBlockWith(before, start);
    }

    builder.SetInsertPoint(header, header->getFirstInsertionPt());
    Value *next = index_.getIncomingValueForBlock(latch);
    Value *item = builder.CreateNUWAdd(first, &index_, "item");
    index_.replaceUsesWithIf(item, [&](const Use &use) {
      return use.getUser() != next && use.getUser() != item && items_.contains(cast<Instruction>(use.getUser()));
    });
    for (auto [division, result] : zip_equal(divisions_, results)) {
      Value *now = result;
      if (!division.gives_quotient)
        // An unsigned remainder may go past the greatest signed number.
        now = builder.CreateAdd(result, builder.CreateTrunc(&index_, result->getType()), "remainder", /*HasNUW=*/true,
                                /*HasNSW=*/division.is_signed || !division.operation->isIntDivRem());
      if (division.wraps)
        now = builder.CreateSelect(builder.CreateICmpULT(now, division.divisor), now,
                                   builder.CreateSub(now, division.divisor));
      division.operation->replaceAllUsesWith(now);
    }
    for (const Division &division : divisions_) division.operation->eraseFromParent();

    again->setOperand(1, length);
    const auto most = items_of_segment(*size);
    auto *known = most ? ConstantAsMetadata::get(builder.getInt64(*most)) : nullptr;
    again->setMetadata(kItemsAtMost, known ? MDNode::get(context, known) : nullptr);
    builder.SetInsertPoint(end);
    for (auto [phi, kept] : carried) kept->addIncoming(phi->getIncomingValueForBlock(latch), end);
    out->replacePhiUsesWith(latch, end);
    Value *next_first = builder.CreateNUWAdd(first, length);
    first->addIncoming(next_first, end);
    builder.CreateCondBr(builder.CreateICmpULT(next_first, size), start, out);
  }

 private:
  // Whether `sum` is `other` plus values that are the same for all work-items.
  bool adds_to(const Value *sum, const Value *other) const {
    for (unsigned depth = 0; depth < cost::kMostSteps; ++depth) {
      auto *add = dyn_cast<BinaryOperator>(sum);
      if (!add || !(add->getOpcode() == Instruction::Add || add->getOpcode() == Instruction::Sub)) return false;
      const unsigned by = index_of_.is_invariant(add->getOperand(1)) ? 1 : 0;
      if (by == 0 && add->getOpcode() == Instruction::Sub) return false;
      sum = add->getOperand(1 - by);
      if (sum == other) return true;
    }
    return false;
  }

  // Finds remainders of neighbours in a ring, `(x + 1) % n` and `(x + n - 1) % n`. Each such remainder would cut a
  // segment of one item off a row; in rows of one or two vectors, these segments would be more than the vectors:
  // lattice kernels took 1.5 to 3 times as long with n = 32, and with 48 and 64 the checks in each vector cost as much.
  // Segments still end where `x % n` itself is 0, and at remainders beside a quotient of the same numbers.
  void find_short_rows(ArrayRef<ConstantInt *> outer) {
    const uint64_t longest = 2 * TargetDescription::of(*index_.getFunction()).register_bits / 32;
    auto wraps = [&](const Division &one) {
      auto *row = dyn_cast<ConstantInt>(one.divisor);
      if (one.gives_quotient || !row || row->getValue().ugt(longest)) return false;
      bool has_other = is_contained(outer, row);
      for (const Division &other : divisions_) {
        if (other.divisor != one.divisor) continue;
        if (other.dividend == one.dividend && other.gives_quotient) return false;
        if (adds_to(other.dividend, one.dividend)) return false;
        has_other = has_other || other.dividend != one.dividend;
      }
      return has_other;
    };
    SmallVector<Division> kept;
    for (const Division &division : divisions_) {
      Division one = division;
      one.wraps = wraps(division);
      // A mask wraps around by itself.
      if (!one.wraps || one.operation->isIntDivRem()) kept.push_back(one);
    }
    divisions_ = std::move(kept);
  }

  // The number of items from `first` on to the next multiple of any divisor; 1 unless `holds`. `results`: of the
  // divisions, at the first item.
  Value *length_from(IRBuilder<> &builder, PHINode &first, Value *size, Value *holds,
                     SmallVectorImpl<Value *> &results) const {
    KnownValues at_first{{&index_, &first}};
    Value *length = builder.CreateSub(size, &first, "left");
    for (const Division &division : divisions_) {
      Value *divisor = index_of_.evaluate(division.divisor, builder, at_first);
      holds = builder.CreateAnd(holds, division.is_signed
                                           ? builder.CreateICmpSGT(divisor, Constant::getNullValue(divisor->getType()))
                                           : builder.CreateIsNotNull(divisor));
      Value *some =
          builder.CreateBinaryIntrinsic(llvm::Intrinsic::umax, divisor, ConstantInt::get(divisor->getType(), 1));
      // A remainder that wraps around does so once in a segment.
      Value *past = builder.getIntN(some->getType()->getIntegerBitWidth(), 0);
      if (!division.wraps) past = builder.CreateURem(index_of_.evaluate(division.dividend, builder, at_first), some);
      length = builder.CreateBinaryIntrinsic(
          llvm::Intrinsic::umin, length, builder.CreateZExtOrTrunc(builder.CreateSub(some, past), index_.getType()));
      results.push_back(result_of(division, divisor, builder, at_first));
    }
    return builder.CreateSelect(holds, length, builder.getInt64(1), "segment.length");
  }

  // Whether segments between multiples are too short, for an item loop that is no shorter itself.
  bool is_short(const APInt &divisor) const {
    if (divisor.isNegative() || divisor.uge(cost::kLeastSegment)) return divisor.isNegative();
    auto *all = dyn_cast<ConstantInt>(items_of(items_));
    return !all || divisor.ult(all->getZExtValue());
  }

  // Whether a divisor is counted by a loop around the item loop, as of the steps of a Fourier transform (`t % p` for p
  // of 1, 2, 4 ...): half of its values are less than a segment.
  bool counts_in_loop_around(const Value *divisor, unsigned depth) const {
    auto *instruction = dyn_cast<Instruction>(divisor);
    if (!instruction || depth == 0) return false;
    if (isa<PHINode>(instruction) && !instruction->hasMetadata(kOuterItemLoop)) {
      for (const Loop *around = items_.getParentLoop(); around; around = around->getParentLoop())
        if (around->getHeader() == instruction->getParent()) return true;
    }
    return isa<BinaryOperator, CastInst, PHINode, FreezeInst>(instruction) &&
           any_of(instruction->operands(), [&](const Use &use) { return counts_in_loop_around(use.get(), depth - 1); });
  }

  std::optional<Division> division_of(Instruction &instruction) const {
    if (!isa<BinaryOperator>(instruction) || !instruction.getType()->isIntegerTy() ||
        instruction.getType()->getIntegerBitWidth() < 16 || instruction.getType()->getIntegerBitWidth() > 64 ||
        !index_of_.goes_up_by_one(instruction.getOperand(0)))
      return std::nullopt;
    Value *dividend = instruction.getOperand(0), *by = instruction.getOperand(1);
    const APInt *number;
    const unsigned opcode = instruction.getOpcode();
    switch (opcode) {
    case Instruction::UDiv:
    case Instruction::URem:
    case Instruction::SDiv:
    case Instruction::SRem: {
      Value *divisor = IndexExpressions::divisor_of(instruction);
      if (!index_of_.is_invariant(divisor)) return std::nullopt;
      if (match(divisor, m_APInt(number)) && is_short(*number)) return std::nullopt;
      if (counts_in_loop_around(divisor, cost::kMostSteps)) return std::nullopt;
      return Division{&instruction, dividend, divisor, opcode == Instruction::UDiv || opcode == Instruction::SDiv,
                      opcode == Instruction::SDiv || opcode == Instruction::SRem};
    }
    case Instruction::LShr:
    case Instruction::AShr:
    case Instruction::And: {
      const bool masks = opcode == Instruction::And;
      if (!match(by, m_APInt(number))) return std::nullopt;
      // An index whose low bits are cut off is the same for all items between two multiples, as a quotient is.
      if (const unsigned low = number->countr_zero(); masks && low && low < number->getBitWidth() - 1) {
        const APInt multiple = APInt::getOneBitSet(number->getBitWidth(), low);
        if (is_short(multiple) || multiple.ugt(cost::kMostSegment)) return std::nullopt;
        return Division{&instruction, dividend, ConstantInt::get(instruction.getContext(), multiple),
                        /*gives_quotient=*/true, /*is_signed=*/false};
      }
      if (masks ? !number->isMask() || number->isAllOnes()
                : number->uge(instruction.getType()->getIntegerBitWidth() - 1))
        return std::nullopt;
      const APInt divisor =
          masks ? *number + 1 : APInt::getOneBitSet(number->getBitWidth(), unsigned(number->getZExtValue()));
      if (is_short(divisor) || divisor.ugt(cost::kMostSegment)) return std::nullopt;
      return Division{&instruction, dividend, ConstantInt::get(instruction.getContext(), divisor), !masks,
                      opcode == Instruction::AShr};
    }
    default: return std::nullopt;
    }
  }

  bool leads_to_address(Instruction &from) const {
    SmallSetVector<Instruction *, 16> reached;
    reached.insert(&from);
    for (unsigned i = 0; i < reached.size() && i < cost::kMostUsers; ++i)
      for (User *user : reached[i]->users()) {
        auto *instruction = cast<Instruction>(user);
        if (isa<GetElementPtrInst>(instruction)) return true;
        if (isa<BinaryOperator, CastInst, SelectInst, PHINode, MinMaxIntrinsic>(instruction))
          reached.insert(instruction);
      }
    return false;
  }

  // The number of items of a segment, if most probably all segments have one length; nothing: not known.
  std::optional<uint64_t> items_of_segment(const Value &size) const {
    auto *all = dyn_cast<ConstantInt>(&size);
    if (!all) return {};
    uint64_t most = all->getZExtValue();
    for (const Division &division : divisions_) {
      auto *divisor = dyn_cast<ConstantInt>(division.divisor);
      if (!divisor) return {};
      const uint64_t number = divisor->getZExtValue();
      if (!division.wraps && most % number != 0 && number % most != 0) return {};
      most = std::min(most, number);
    }
    return most;
  }

  // The quotient or the remainder of a segment's first item; a segment of one item may have a bad divisor.
  Value *result_of(const Division &division, Value *divisor, IRBuilder<> &builder, KnownValues &at_first) const {
    if (!division.operation->isIntDivRem()) return index_of_.evaluate(division.operation, builder, at_first);
    return IndexExpressions::divide_safely(*division.operation,
                                           index_of_.evaluate(division.dividend, builder, at_first), divisor, builder);
  }

  // Whether a dividend goes up by one from the first item to the last, and is no negative number.
  Value *counts_up(IRBuilder<> &builder, Value &dividend, bool is_signed, Value *size) const {
    Value *most = builder.CreateSub(size, builder.getInt64(1));
    KnownValues at_first{{&index_, builder.getInt64(0)}}, at_last{{&index_, most}};
    Value *first = index_of_.evaluate(&dividend, builder, at_first),
          *last = index_of_.evaluate(&dividend, builder, at_last);
    Type *wide = builder.getInt64Ty();
    Value *holds =
        builder.CreateICmpEQ(builder.CreateSub(builder.CreateZExt(last, wide), builder.CreateZExt(first, wide)), most);
    holds = builder.CreateAnd(holds, builder.CreateICmpULE(first, last));  // of 64 bits the difference tells nothing
    if (!is_signed) return holds;
    Value *zero = Constant::getNullValue(first->getType());
    return builder.CreateAnd(holds,
                             builder.CreateAnd(builder.CreateICmpSGE(first, zero), builder.CreateICmpSGE(last, zero)));
  }

  Loop &items_;
  PHINode &index_;
  IndexExpressions index_of_;
  SmallVector<Division> divisions_;
};

}  // namespace

// Sub-groups that wait for each other are outlined as the nest has them.
static bool may_segment(const KernelFacts &kernel) { return kernel.vectorise && !yields(*kernel.group); }

bool divides_often(KernelFacts &kernel) {
  if (!may_segment(kernel)) return false;
  DominatorTree dominators(*kernel.group);
  const LoopInfo loops(dominators);
  return any_of(ItemLoops(loops), [](const ItemLoop &loop) {
    if (!loop.items->getLoopLatch()) return false;
    SegmentedLoop segmented(loop);
    return segmented.pays(/*nested=*/false, /*outer=*/{}) && segmented.has_too_many();
  });
}

bool SegmentItemLoopsPass::run_on(KernelFacts &kernel, FunctionAnalysisManager &) {
  Function &group = *kernel.group;
  if (!may_segment(kernel)) return false;
  MetItemLoops met;
  struct Splits {
    unsigned count = 0;
    SmallVector<ConstantInt *> divisors;
  };
  ValueMap<const Value *, Splits> splits;  // of item loops, by their indices
  unsigned count = 0, again_split = 0;
  change_item_loops_apart(group, met, [&](const ItemLoop &loop) {
    SegmentedLoop segmented(loop);
    Splits &outer = splits[loop.index];
    const bool nested = outer.count != 0;
    if (!segmented.pays(nested, outer.divisors)) {
      if (explains(group) && !nested) segmented.say_why_not();
      return false;
    }
    if (segmented.has_too_many()) {
      segmented.say_too_many();
      return false;
    }
    segmented.add_divisors(outer.divisors);
    segmented.split();
    ++(nested ? again_split : count);
    // Within a segment a remainder goes up by one. If the kernel divides the remainder too (a plane, a row and a
    // column of one index), the segment is split again.
    if (++outer.count < cost::kMostNestedSegments) met.erase(loop);
    return true;
  });
  if (count)
    remark(group, "  " + std::to_string(count) + (count == 1 ? " item loop" : " item loops") +
                      " in segments with a uniform quotient" +
                      (again_split ? ", " + std::to_string(again_split) + " of segments again" : "") + "\n");
  return count != 0;
}

}  // namespace wherry::compiler
