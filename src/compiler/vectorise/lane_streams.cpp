// SPDX-License-Identifier: Apache-2.0
#include "compiler/vectorise/lane_streams.h"

#include "compiler/analysis/scalar_evolution.h"
#include "compiler/ir/address_spaces.h"
#include "compiler/ir/evaluate.h"
#include "compiler/vectorise/candidates.h"
#include "compiler/vectorise/cost.h"
#include "llvm/Analysis/LoopIterator.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

using namespace llvm;

namespace wherry::compiler {

namespace {

constexpr char kWidened[] = "wherry.lane_stream_widened";  // at a loop's latch

// The successor of a block in the loop, if there is one alone.
BasicBlock *only_successor(BasicBlock &block, const Loop &loop) {
  BasicBlock *only = nullptr;
  for (BasicBlock *next : successors(&block)) {
    if (!loop.contains(next)) continue;
    if (only && only != next) return nullptr;
    only = next;
  }
  return only;
}

// The blocks of a short loop without effects, in reverse post-order. Each iteration asks once whether to go on. Empty:
// another kind of loop.
SmallVector<BasicBlock *> blocks_of(const Loop &loop, const LoopInfo &loops, const DominatorTree &dominators) {
  BasicBlock *latch = loop.getLoopLatch(), *exiting = loop.getExitingBlock();
  if (!loop.isInnermost() || !latch || !loop.getLoopPreheader() || !exiting || !dominators.dominates(exiting, latch) ||
      !only_successor(*exiting, loop))
    return {};
  LoopBlocksDFS order(const_cast<Loop *>(&loop));
  order.perform(&loops);
  SmallVector<BasicBlock *> blocks(order.beginRPO(), order.endRPO());
  unsigned instructions = 0;
  for (const BasicBlock *block : blocks) {
    instructions += block->size();
    auto *branch = dyn_cast<BranchInst>(block->getTerminator());
    if (!branch || (branch->isConditional() && branch->getSuccessor(0) == branch->getSuccessor(1))) return {};
  }
  const bool plain = all_of(blocks, [](BasicBlock *block) {
    return all_of(*block, [](Instruction &instruction) {
      return !instruction.mayWriteToMemory() && (!isa<CallBase>(instruction) || isa<IntrinsicInst>(instruction)) &&
             !instruction.isAtomic() && !instruction.isVolatile();
    });
  });
  return plain && instructions <= cost::kMostStreamLoop ? blocks : SmallVector<BasicBlock *>();
}

// Whether a value's first one can be computed before a loop that may have no iteration.
bool is_known_before(const Value *value, const Loop &loop, unsigned depth = cost::kMostSteps) {
  auto *instruction = dyn_cast<Instruction>(value);
  if (!instruction || !loop.contains(instruction)) return true;
  if (isa<PHINode>(instruction)) return instruction->getParent() == loop.getHeader();
  return depth && isa<BinaryOperator, CastInst, GetElementPtrInst>(instruction) &&
         isSafeToSpeculativelyExecute(instruction) &&
         all_of(instruction->operands(), [&](const Use &use) { return is_known_before(use.get(), loop, depth - 1); });
}

// An address's steps from iteration to iteration, in bytes, given that integers do not wrap around.
class Steps {
 public:
  Steps(const Loop &loop, ScalarEvolution &evolution) : loop_(loop), evolution_(evolution) {}

  // The step of a value; nothing: unknown. `extended` receives the integers that must not wrap around, with their
  // signedness.
  std::optional<int64_t> of(Value *value, SmallVectorImpl<std::pair<Value *, bool>> &extended) const {
    auto *instruction = dyn_cast<Instruction>(value);
    if (!instruction || !loop_.contains(instruction)) return 0;
    if (!evolution_.isSCEVable(value->getType())) return std::nullopt;
    const SCEV *known = evolution_.getSCEV(value);
    if (evolution_.isLoopInvariant(known, &loop_)) return 0;
    if (auto *steps = dyn_cast<SCEVAddRecExpr>(known); steps && steps->getLoop() == &loop_ && steps->isAffine()) {
      auto *step = dyn_cast<SCEVConstant>(steps->getStepRecurrence(evolution_));
      return step && step->getAPInt().isSignedIntN(32) ? std::optional(step->getAPInt().getSExtValue()) : std::nullopt;
    }
    auto operand = [&](unsigned k) { return of(instruction->getOperand(k), extended); };
    switch (instruction->getOpcode()) {
    case Instruction::ZExt:
    case Instruction::SExt:
      extended.push_back({instruction->getOperand(0), extends_sign(*instruction)});
      return operand(0);
    case Instruction::Add: {
      const auto one = operand(0), other = operand(1);
      return one && other ? std::optional(*one + *other) : std::nullopt;
    }
    case Instruction::GetElementPtr: return of_address(cast<GetElementPtrInst>(*instruction), extended);
    default: return std::nullopt;
    }
  }

 private:
  std::optional<int64_t> of_address(GetElementPtrInst &address,
                                    SmallVectorImpl<std::pair<Value *, bool>> &extended) const {
    std::optional<int64_t> sum = of(address.getPointerOperand(), extended);
    const DataLayout &layout = address.getDataLayout();
    for (auto type = gep_type_begin(address); sum && type != gep_type_end(address); ++type) {
      if (isa<ConstantInt>(type.getOperand()) || type.isStruct()) continue;
      const auto index = of(type.getOperand(), extended);
      // An address extends its indices' signs.
      if (index && type.getOperand()->getType()->getIntegerBitWidth() < 64)
        extended.push_back({type.getOperand(), true});
      sum = index ? std::optional(*sum + *index * int64_t(type.getSequentialElementStride(layout))) : std::nullopt;
    }
    return sum;
  }

  const Loop &loop_;
  ScalarEvolution &evolution_;
};

// Loads that go on by their element's size an iteration, up or down, or by twice that.
struct Streams {
  struct Load {
    LoadInst *load, *first;  // the first one of those whose addresses differ by a constant
    int64_t offset;          // from that one's address, in bytes
  };
  SmallVector<Load, 4> loads;
  SmallVector<std::pair<Value *, bool>, 4> extended;  // integers that must not wrap around, with their signedness
  // Counters of few bits that must not wrap around: the wide loop ends before they do.
  SmallVector<std::pair<const SCEVAddRecExpr *, bool>, 2> counters;
  int64_t elements = 0;  // from iteration to iteration: 1, -1, 2, -2
  unsigned iterations() const { return cost::kStreamIterations / unsigned(std::abs(elements)); }
};

Streams::Load beside(LoadInst &load, const Streams &streams, ScalarEvolution &evolution) {
  const SCEV *address = evolution.getSCEV(load.getPointerOperand());
  for (const Streams::Load &other : streams.loads) {
    if (other.offset != 0 || other.load->getType() != load.getType()) continue;
    auto *offset =
        dyn_cast<SCEVConstant>(evolution.getMinusSCEV(address, evolution.getSCEV(other.load->getPointerOperand())));
    if (offset && offset->getAPInt().isSignedIntN(32)) return {&load, other.load, offset->getAPInt().getSExtValue()};
  }
  return {&load, &load, 0};
}

// A counter of few bits that starts alike in all lanes; null: the value is none.
const SCEVAddRecExpr *narrow_counter(Value *value, const Loop &loop, const Loop &items, ScalarEvolution &evolution) {
  auto *counter = dyn_cast<SCEVAddRecExpr>(evolution.getSCEV(value));
  return counter && counter->getLoop() == &loop && counter->isAffine() &&
                 isa<SCEVConstant>(counter->getStepRecurrence(evolution)) &&
                 evolution.getTypeSizeInBits(counter->getType()) < 64 &&
                 evolution.isLoopInvariant(counter->getStart(), &items)
             ? counter
             : nullptr;
}

Streams streams_of(const Loop &loop, const Loop &items, ArrayRef<BasicBlock *> blocks, ScalarEvolution &evolution,
                   const LaneStrides &strides, const DominatorTree &dominators) {
  Streams streams;
  const Steps steps(loop, evolution);
  for (BasicBlock *block : blocks) {
    if (!dominators.dominates(block, loop.getLoopLatch())) continue;
    for (Instruction &instruction : *block) {
      auto *load = dyn_cast<LoadInst>(&instruction);
      if (!load || load->getType()->isVectorTy() || strides.variable(load->getPointerOperand())) continue;
      const unsigned bits = unsigned(load->getType()->getScalarSizeInBits());
      // Lanes near one another share contiguous accesses.
      if (auto stride = strides.stride(load->getPointerOperand());
          stride && std::abs(*stride) <= cost::kMostNearStride * bits / 8)
        continue;
      if ((bits != 32 && bits != 64) || !is_known_before(load->getPointerOperand(), loop)) continue;
      SmallVector<std::pair<Value *, bool>, 4> extended;
      const auto step = steps.of(load->getPointerOperand(), extended);
      if (!step || *step % (bits / 8) != 0) continue;
      const int64_t elements = *step / (bits / 8);
      if ((std::abs(elements) != 1 && std::abs(elements) != 2) || (streams.elements && streams.elements != elements))
        continue;
      SmallVector<std::pair<const SCEVAddRecExpr *, bool>, 2> counters;
      erase_if(extended, [&](auto one) {
        auto *counter = narrow_counter(one.first, loop, items, evolution);
        if (counter) counters.push_back({counter, one.second});
        return counter;
      });
      if (!all_of(extended, [&](auto one) { return strides.ranges().can_bound(one.first, one.second); })) continue;
      append_range(streams.counters, counters);
      streams.elements = elements;
      streams.loads.push_back(beside(*load, streams, evolution));
      append_range(streams.extended, extended);
    }
  }
  return streams;
}

void mark(Instruction *end) { end->setMetadata(kWidened, MDNode::get(end->getContext(), {})); }

// Copies one iteration of a loop, without its test, behind what stands in `into`; returns the block in which it ends.
// `now`: the values of the header's phis, then of all that the iteration computes. `load`: the copy of a load that is
// made otherwise; null: of others.
BasicBlock *copy_iteration(const Loop &loop, ArrayRef<BasicBlock *> blocks, ValueToValueMapTy &now, BasicBlock &into,
                           IRBuilder<> &builder, function_ref<Value *(LoadInst &)> load) {
  for (BasicBlock *original : blocks) {
    BasicBlock *single = original->getSinglePredecessor();
    if (original == loop.getHeader())
      now[original] = &into;
    else if (single && only_successor(*single, loop))
      now[original] = now[single];
    else
      now[original] = BasicBlock::Create(into.getContext(), "stream.step", into.getParent(), loop.getHeader());
  }
  for (BasicBlock *original : blocks) {
    auto *copies = cast<BasicBlock>(now[original]);
    builder.SetInsertPoint(copies);
    for (Instruction &instruction : *original) {
      if (auto *phi = dyn_cast<PHINode>(&instruction)) {
        if (original == loop.getHeader()) continue;
        if (phi->getNumIncomingValues() == 1) {  // its block joins the one before
          Value *only = phi->getIncomingValue(0);
          now[phi] = now.count(only) ? static_cast<Value *>(now[only]) : only;
          continue;
        }
      }
      if (instruction.isTerminator()) {
        if (original == loop.getLoopLatch()) return copies;
        if (BasicBlock *next = only_successor(*original, loop)) {
          if (now[next] != copies) builder.CreateBr(cast<BasicBlock>(now[next]));
          break;
        }
      }
      if (auto *one = dyn_cast<LoadInst>(&instruction))
        if (Value *made = load(*one)) {
          now[one] = made;
          continue;
        }
      Instruction *copy = builder.Insert(instruction.clone(), instruction.getName());
      RemapInstruction(copy, now, RF_NoModuleLevelChanges | RF_IgnoreMissingLocals);
      now[&instruction] = copy;
    }
  }
  llvm_unreachable("a loop without a latch");
}

// The steps of a counter until it wraps around, as a number of 64 bits.
const SCEV *steps_until_wrap(const SCEVAddRecExpr &counter, bool is_signed, ScalarEvolution &evolution) {
  const unsigned bits = unsigned(evolution.getTypeSizeInBits(counter.getType()));
  Type *wide = Type::getInt64Ty(evolution.getContext());
  const APInt &step = cast<SCEVConstant>(counter.getStepRecurrence(evolution))->getAPInt();
  const bool up = step.isStrictlyPositive();
  const APInt last = is_signed ? (up ? APInt::getSignedMaxValue(bits) : APInt::getSignedMinValue(bits)).sext(64)
                               : (up ? APInt::getMaxValue(bits) : APInt::getMinValue(bits)).zext(64);
  const SCEV *start = is_signed ? evolution.getSignExtendExpr(counter.getStart(), wide)
                                : evolution.getZeroExtendExpr(counter.getStart(), wide);
  const SCEV *end = evolution.getConstant(last);
  return evolution.getUDivExpr(up ? evolution.getMinusSCEV(end, start) : evolution.getMinusSCEV(start, end),
                               evolution.getConstant(step.sext(64).abs()));
}

// How often a loop goes back at least, before one of the streams' counters wraps around. Scalar evolution may know the
// number only if another narrow counter does not wrap around: the number holds up to the iteration where the counter
// does. Null: unknown.
const SCEV *least_back_edges(const Loop &loop, const Streams &streams, ScalarEvolution &evolution) {
  const SCEV *count = evolution.getBackedgeTakenCount(&loop);
  auto counters = streams.counters;
  if (isa<SCEVCouldNotCompute>(count)) {
    const auto assumed = assumed_back_edges(loop, evolution);
    if (!assumed) return nullptr;
    count = assumed->count;
    append_range(counters, assumed->counters);
  }
  for (auto [counter, is_signed] : counters)
    count = evolution.getUMinExpr(evolution.getNoopOrZeroExtend(count, Type::getInt64Ty(evolution.getContext())),
                                  steps_until_wrap(*counter, is_signed, evolution));
  return count;
}

// The number of iterations that the wide loop may do, told before the loop; 0 where integers of the item loop `items`
// wrap around, which is told before the item loop.
Value *iterations_to_widen(IRBuilder<> &builder, Loop &items, const Streams &streams, const SCEV *iterations,
                           SCEVExpander &expander, const LaneStrides &strides) {
  Value *count = expander.expandCodeFor(iterations, iterations->getType(), builder.GetInsertPoint());
  if (streams.extended.empty()) return count;
  IRBuilder<> early(items.getLoopPreheader()->getTerminator());
  Value *holds = early.getTrue();
  DenseSet<std::pair<Value *, unsigned>> told;
  for (auto [value, is_signed] : streams.extended)
    if (told.insert({value, unsigned(is_signed)}).second)
      holds = early.CreateAnd(holds, strides.ranges().never_wraps(early, value, value->getType()->getIntegerBitWidth(),
                                                                  is_signed, items_of(items)));
  return builder.CreateSelect(holds, count, ConstantInt::get(count->getType(), 0));
}

// The loads of the streams in the wide loop's body.
class WideLoads {
 public:
  // `starts`: the addresses in the loop's first iteration, of the streams' first loads. `at`: the elements that are
  // behind. The builder stands at the body's begin.
  WideLoads(const Streams &streams, const SmallDenseMap<LoadInst *, Value *> &starts, Value *at, IRBuilder<> &builder)
      : streams_(streams), builder_(builder) {
    for (const Streams::Load &one : streams.loads) {
      stream_of_[one.load] = &one;
      if (one.load == one.first) bases_[one.load] = builder.CreateGEP(one.load->getType(), starts.lookup(one.load), at);
    }
  }

  // Loads that stand in one block become one wide load: where the body has branches, they come in front of it.
  void load_ahead() {
    ahead_.resize(streams_.iterations());
    for (unsigned step = 0; step < streams_.iterations(); ++step)
      for (const Streams::Load &one : streams_.loads) ahead_[step][one.load] = load_in_step(one, step);
  }

  // Null: the load is of no stream.
  Value *of(LoadInst &load, unsigned step) {
    auto found = stream_of_.find(&load);
    if (found == stream_of_.end()) return nullptr;
    return ahead_.empty() ? load_in_step(*found->second, step) : ahead_[step][&load];
  }

 private:
  Value *load_in_step(const Streams::Load &stream, unsigned step) {
    const auto [load, first, offset] = stream;
    const int64_t size = load->getType()->getScalarSizeInBits() / 8;
    const int64_t bytes = offset + int64_t(step) * streams_.elements * size;
    Instruction *copy = load->clone();
    Value *address = bases_[first];
    if (bytes)
      address = builder_.CreateGEP(builder_.getInt8Ty(), address, ConstantInt::getSigned(builder_.getInt64Ty(), bytes));
    copy->setOperand(0, address);
    return builder_.Insert(copy, load->getName());
  }

  const Streams &streams_;
  IRBuilder<> &builder_;
  SmallDenseMap<LoadInst *, Value *> bases_;
  SmallDenseMap<LoadInst *, const Streams::Load *> stream_of_;
  SmallVector<DenseMap<LoadInst *, Value *>> ahead_;
};

// Puts a loop before it that does several iterations at a time, unless integers wrap around; it does the iterations
// that are left. `items`: the item loop, before which that is told.
void widen(Loop &loop, Loop &items, ArrayRef<BasicBlock *> blocks, const Streams &streams, const SCEV *iterations,
           SCEVExpander &expander, const LaneStrides &strides) {
  BasicBlock *before = loop.getLoopPreheader(), *header = loop.getHeader();
  Function *function = header->getParent();
  Instruction *end = before->getTerminator();
  IRBuilder<> builder(end);
  SmallDenseMap<LoadInst *, Value *> starts;
  KnownValues at_first;
  for (PHINode &phi : header->phis()) at_first[&phi] = phi.getIncomingValueForBlock(before);
  for (auto [load, first, offset] : streams.loads) {
    if (load != first) continue;
    starts[load] = evaluate_outside(loop, load->getPointerOperand(), builder, at_first);
  }
  Value *count = iterations_to_widen(builder, items, streams, iterations, expander, strides);
  auto block = [&](const char *name) { return BasicBlock::Create(function->getContext(), name, function, header); };
  BasicBlock *again = block("stream"), *body = block("stream.body"), *left = block("stream.left");
  Value *wide_iterations = builder.CreateLShr(count, Log2_32(streams.iterations()));
  end->replaceSuccessorWith(header, again);

  builder.SetInsertPoint(again);
  SmallVector<std::pair<PHINode *, PHINode *>> phis;
  ValueToValueMapTy now;
  for (PHINode &phi : header->phis()) {
    PHINode *copy = builder.CreatePHI(phi.getType(), 2, phi.getName());
    copy->addIncoming(phi.getIncomingValueForBlock(before), before);
    phis.push_back({&phi, copy});
    now[&phi] = copy;
  }
  PHINode *iteration = builder.CreatePHI(count->getType(), 2), *at = builder.CreatePHI(builder.getInt64Ty(), 2);
  iteration->addIncoming(ConstantInt::get(count->getType(), 0), before);
  at->addIncoming(builder.getInt64(0), before);
  builder.CreateCondBr(builder.CreateICmpULT(iteration, wide_iterations), body, left);

  builder.SetInsertPoint(body);
  WideLoads loads(streams, starts, at, builder);
  if (any_of(blocks, [&](BasicBlock *one) { return !only_successor(*one, loop); })) loads.load_ahead();
  for (unsigned step = 0; step < streams.iterations(); ++step) {
    body = copy_iteration(loop, blocks, now, *body, builder, [&](LoadInst &load) { return loads.of(load, step); });
    SmallVector<Value *> next;
    for (auto &[phi, copy] : phis) {
      Value *value = phi->getIncomingValueForBlock(loop.getLoopLatch());
      next.push_back(now.count(value) ? static_cast<Value *>(now[value]) : value);
    }
    for (auto [pair, value] : zip_equal(phis, next)) now[pair.first] = value;
  }
  for (auto &[phi, copy] : phis) copy->addIncoming(now[phi], body);
  iteration->addIncoming(builder.CreateNUWAdd(iteration, ConstantInt::get(iteration->getType(), 1)), body);
  const int64_t elements = int64_t(streams.iterations()) * streams.elements;
  at->addIncoming(builder.CreateAdd(at, ConstantInt::getSigned(builder.getInt64Ty(), elements)), body);
  mark(builder.CreateBr(again));
  BranchInst::Create(header, left);
  for (auto &[phi, copy] : phis) {
    phi->setIncomingValueForBlock(before, copy);
    phi->replaceIncomingBlockWith(before, left);
  }
  mark(loop.getLoopLatch()->getTerminator());
}

}  // namespace

bool widen_lane_stream(Loop &items, LoopInfo &loops, DominatorTree &dominators, const Linearisation &flow,
                       const LaneStrides &strides) {
  Function &function = *items.getHeader()->getParent();
  std::unique_ptr<Evolution> evolution;
  for (Loop *loop : items.getLoopsInPreorder()) {
    if (loop == &items || flow.divergent(loop) || flow.predicated(loop->getHeader())) continue;
    const SmallVector<BasicBlock *> blocks = blocks_of(*loop, loops, dominators);
    if (blocks.empty() || loop->getLoopLatch()->getTerminator()->hasMetadata(kWidened)) continue;
    if (!evolution) evolution = std::make_unique<Evolution>(function, loops, dominators);
    const Streams streams = streams_of(*loop, items, blocks, evolution->of, strides, dominators);
    if (streams.loads.empty()) continue;
    const SCEV *iterations = least_back_edges(*loop, streams, evolution->of);
    SCEVExpander expander(evolution->of, "stream");
    const Instruction *end = loop->getLoopPreheader()->getTerminator();
    if (!iterations || !expander.isSafeToExpandAt(iterations, end)) continue;
    widen(*loop, items, blocks, streams, iterations, expander, strides);
    return true;
  }
  return false;
}

FarAccesses far_accesses(Function &function, LoopInfo &loops, DominatorTree &dominators) {
  // Scalar evolution is computed at the first question.
  return [&function, &loops, &dominators, evolution = std::shared_ptr<Evolution>()](Value *pointer,
                                                                                    const Loop &loop) mutable {
    if (pointer->getType()->getPointerAddressSpace() == kLocalSpace) return false;
    if (!evolution) evolution = std::make_shared<Evolution>(function, loops, dominators);
    // An index of 32 bits may wrap, so the pointer itself does not go by steps.
    return SCEVExprContains(evolution->of.getSCEV(pointer), [&](const SCEV *part) {
      auto *steps = dyn_cast<SCEVAddRecExpr>(part);
      if (!steps || steps->getLoop() != &loop) return false;
      auto *step = dyn_cast<SCEVConstant>(steps->getStepRecurrence(evolution->of));
      return !step || step->getAPInt().abs().uge(cost::kLine);
    });
  };
}

}  // namespace wherry::compiler
