// SPDX-License-Identifier: Apache-2.0
#include "compiler/vectorise/lane_streams.h"

#include "compiler/analysis/scalar_evolution.h"
#include "compiler/analysis/target.h"
#include "compiler/ir/address_spaces.h"
#include "compiler/ir/evaluate.h"
#include "compiler/vectorise/candidates.h"
#include "compiler/vectorise/cost.h"
#include "compiler/vectorise/inner_loops.h"
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

// Blocks that end with a condition, and the successor that is taken if the condition holds.
using Guards = SmallMapVector<BasicBlock *, BasicBlock *, 2>;

// The successor of a block in the loop, if there is one alone, or one that is taken if all guards hold.
BasicBlock *only_successor(BasicBlock &block, const Loop &loop, const Guards &guards = {}) {
  if (auto *guard = guards.find(&block); guard != guards.end()) return guard->second;
  BasicBlock *only = nullptr;
  for (BasicBlock *next : successors(&block)) {
    if (!loop.contains(next)) continue;
    if (only && only != next) return nullptr;
    only = next;
  }
  return only;
}

// Whether an instruction stores to a private variable or to local memory, which a load from global memory need not wait
// for.
bool stores_elsewhere(const Instruction &instruction) {
  auto *store = dyn_cast<StoreInst>(&instruction);
  return store && store->isSimple() &&
         (store->getPointerAddressSpace() == kLocalSpace ||
          isa<AllocaInst>(getUnderlyingObject(store->getPointerOperand())));
}

bool writes(ArrayRef<BasicBlock *> blocks) {
  return any_of(blocks, [](const BasicBlock *block) {
    return any_of(*block, [](const Instruction &instruction) { return instruction.mayWriteToMemory(); });
  });
}

// The blocks of a short loop without effects, but for stores_elsewhere(), in reverse post-order. Each iteration asks
// once whether to go on. Empty: another kind of loop.
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
      if (stores_elsewhere(instruction)) return true;
      return !instruction.mayWriteToMemory() && (!isa<CallBase>(instruction) || isa<IntrinsicInst>(instruction)) &&
             !instruction.isAtomic() && !instruction.isVolatile();
    });
  });
  return plain && instructions <= cost::kMostStreamLoop ? blocks : SmallVector<BasicBlock *>();
}

// Whether the value of a loop's first iteration can be computed before the loop, which may have no iteration.
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
  // Counters of less than 64 bits, with their signedness: the loop by several iterations ends before they wrap around.
  SmallVector<std::pair<const SCEVAddRecExpr *, bool>, 2> counters;
  int64_t elements = 0;  // from iteration to iteration: 1, -1, 2, -2
  // If all loads stand behind conditions: these conditions, each the same for all lanes, and the instructions that
  // compute them in each iteration.
  Guards guards;
  SmallSetVector<Instruction *, 8> telling;
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

// Whether the value that an instruction will have some iterations later can be computed now, in a loop that writes
// nothing: from the loop's counters, and from loads that each iteration makes. `telling` receives the instructions that
// compute the value.
bool is_told_ahead(Value *value, const Loop &loop, const LaneStrides &strides, const DominatorTree &dominators,
                   SmallSetVector<Instruction *, 8> &telling) {
  auto *instruction = dyn_cast<Instruction>(value);
  if (!instruction || !loop.contains(instruction) || telling.contains(instruction)) return true;
  const bool always = dominators.dominates(instruction->getParent(), loop.getLoopLatch());
  if (!strides.uniform(instruction) || !(always || isSafeToSpeculativelyExecute(instruction))) return false;
  telling.insert(instruction);
  if (auto *phi = dyn_cast<PHINode>(instruction))
    return phi->getParent() == loop.getHeader() &&
           is_told_ahead(phi->getIncomingValueForBlock(loop.getLoopLatch()), loop, strides, dominators, telling);
  return all_of(instruction->operands(),
                [&](const Use &use) { return is_told_ahead(use.get(), loop, strides, dominators, telling); });
}

// The conditions, the same for all lanes, behind which a block of the loop stands; nothing: others.
std::optional<Guards> guards_of(BasicBlock &block, const Loop &loop, const LaneStrides &strides,
                                const DominatorTree &dominators) {
  Guards guards;
  for (BasicBlock *now = &block; !dominators.dominates(now, loop.getLoopLatch());) {
    BasicBlock *before = now->getSinglePredecessor();
    auto *branch = before ? dyn_cast<BranchInst>(before->getTerminator()) : nullptr;
    if (!branch) return std::nullopt;
    if (branch->isConditional()) {
      if (!strides.uniform(branch->getCondition())) return std::nullopt;
      guards[before] = now;
    }
    now = before;
  }
  return guards;
}

// Adds a block's guards, if their conditions can be computed ahead, and contradict none of the streams' conditions.
bool add_guards(Streams &streams, BasicBlock &block, const Loop &loop, const LaneStrides &strides,
                const DominatorTree &dominators) {
  const auto guards = guards_of(block, loop, strides, dominators);
  if (!guards) return false;
  auto telling = streams.telling;
  for (auto [before, taken] : *guards) {
    auto *known = streams.guards.find(before);
    if ((known != streams.guards.end() && known->second != taken) ||
        !is_told_ahead(cast<BranchInst>(before->getTerminator())->getCondition(), loop, strides, dominators, telling))
      return false;
  }
  streams.telling = telling;
  // Conditions that others depend on come first.
  for (auto [before, taken] : reverse(*guards)) streams.guards.insert({before, taken});
  return true;
}

// The streams that are loaded in all iterations, or (`guarded`) behind conditions.
Streams streams_of(const Loop &loop, const Loop &items, ArrayRef<BasicBlock *> blocks, ScalarEvolution &evolution,
                   const LaneStrides &strides, const DominatorTree &dominators, bool guarded) {
  Streams streams;
  const bool waits = writes(blocks);
  if (waits && guarded) return streams;
  const Steps steps(loop, evolution);
  for (BasicBlock *block : blocks) {
    if (dominators.dominates(block, loop.getLoopLatch()) == guarded) continue;
    for (Instruction &instruction : *block) {
      auto *load = dyn_cast<LoadInst>(&instruction);
      if (!load || load->getType()->isVectorTy() || strides.variable(load->getPointerOperand())) continue;
      if (waits && !is_contained({kGlobalSpace, kConstantSpace}, load->getPointerAddressSpace())) continue;
      const unsigned bits = unsigned(load->getType()->getScalarSizeInBits());
      // Lanes near one another share contiguous accesses.
      if (auto stride = strides.stride(load->getPointerOperand());
          stride && std::abs(*stride) <= cost::kMostNearStride * bits / 8)
        continue;
      if (bits < 8 || bits > 64 || !isPowerOf2_32(bits) || !is_known_before(load->getPointerOperand(), loop)) continue;
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
      if (guarded && !add_guards(streams, *block, loop, strides, dominators)) continue;
      append_range(streams.counters, counters);
      streams.elements = elements;
      streams.loads.push_back(beside(*load, streams, evolution));
      append_range(streams.extended, extended);
    }
  }
  return streams;
}

void mark(Instruction *end) { end->setMetadata(kWidened, MDNode::get(end->getContext(), {})); }

// The blocks from which an iteration in which all guards hold may come to each block.
DenseMap<BasicBlock *, SmallVector<BasicBlock *, 2>> ways_into(const Loop &loop, ArrayRef<BasicBlock *> blocks,
                                                               const Guards &guards) {
  DenseMap<BasicBlock *, SmallVector<BasicBlock *, 2>> ways;
  for (BasicBlock *block : blocks) {
    if (block != loop.getHeader() && !ways.contains(block)) continue;
    BasicBlock *only = only_successor(*block, loop, guards);
    for (BasicBlock *next : successors(block))
      if (loop.contains(next) && next != loop.getHeader() && (!only || next == only)) ways[next].push_back(block);
  }
  return ways;
}

// Copies one iteration of a loop, without its test, behind what stands in `into`; returns the block in which it ends.
// `now`: the values of the header's phis, then of all that the iteration computes. `load`: the copy of a load that is
// made otherwise; null: of others. `guards`: conditions that hold in the iteration.
BasicBlock *copy_iteration(const Loop &loop, ArrayRef<BasicBlock *> blocks, ValueToValueMapTy &now, BasicBlock &into,
                           IRBuilder<> &builder, const Guards &guards, function_ref<Value *(LoadInst &)> load) {
  const auto ways = ways_into(loop, blocks, guards);
  auto single = [&](BasicBlock *block) {
    auto found = ways.find(block);
    return found != ways.end() && found->second.size() == 1 ? found->second[0] : nullptr;
  };
  SmallVector<BasicBlock *> taken;
  for (BasicBlock *original : blocks) {
    if (original != loop.getHeader() && !ways.contains(original)) continue;
    taken.push_back(original);
    if (original == loop.getHeader())
      now[original] = &into;
    else if (BasicBlock *before = single(original); before && only_successor(*before, loop, guards))
      now[original] = now[before];
    else
      now[original] = BasicBlock::Create(into.getContext(), "stream.step", into.getParent(), loop.getHeader());
  }
  for (BasicBlock *original : taken) {
    auto *copies = cast<BasicBlock>(now[original]);
    builder.SetInsertPoint(copies);
    for (Instruction &instruction : *original) {
      if (auto *phi = dyn_cast<PHINode>(&instruction)) {
        if (original == loop.getHeader()) continue;
        if (BasicBlock *before = single(original)) {  // the phi's block joins the one before, perhaps
          Value *only = phi->getIncomingValueForBlock(before);
          now[phi] = now.count(only) ? static_cast<Value *>(now[only]) : only;
          continue;
        }
      }
      if (instruction.isTerminator()) {
        if (original == loop.getLoopLatch()) return copies;
        if (BasicBlock *next = only_successor(*original, loop, guards)) {
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
      if (auto *phi = dyn_cast<PHINode>(copy))
        phi->removeIncomingValueIf(
            [&](unsigned k) { return !is_contained(ways.at(original), phi->getIncomingBlock(k)); },
            /*DeletePHIIfEmpty=*/false);
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

// How often the loop goes back before it ends, or before one of the streams' counters wraps around, whichever is first.
// Where scalar evolution knows the loop's end only if another counter does not wrap around, this counter is one more of
// them. Null: unknown.
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

// The number of iterations that the wide loop may do, computed before the loop; 0 where integers of the item loop
// `items` wrap around, which is checked before the item loop.
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

  // Loads of one block become one wide load; if the body has branches, the wide loads come in front of the body.
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

// Moves the values of the header's phis on to the next iteration.
void go_on(const Loop &loop, ValueToValueMapTy &now) {
  SmallVector<std::pair<PHINode *, Value *>> next;
  for (PHINode &phi : loop.getHeader()->phis()) {
    Value *value = phi.getIncomingValueForBlock(loop.getLoopLatch());
    next.push_back({&phi, now.count(value) ? static_cast<Value *>(now[value]) : value});
  }
  for (auto [phi, value] : next) now[phi] = value;
}

// Several iterations of a loop whose streams stand behind conditions: together if all conditions hold in each
// iteration, else one by one, as they were. Memory that only some iterations load from might not be mapped.
class GuardedIterations {
 public:
  GuardedIterations(const Loop &loop, ArrayRef<BasicBlock *> blocks, const Streams &streams, IRBuilder<> &builder)
      : loop_(loop), blocks_(blocks), streams_(streams), builder_(builder) {}

  // Emits iterations behind `body`, where the header's phis have the values in `now`, and returns the block in which
  // they end, with the phis' values in `now`. `all` copies iterations whose conditions all hold.
  BasicBlock *copy(BasicBlock *body, ValueToValueMapTy &now,
                   function_ref<BasicBlock *(BasicBlock *, ValueToValueMapTy &)> all) {
    builder_.SetInsertPoint(body);
    Value *hold = conditions(now);
    BasicBlock *at_once = block("stream.all"), *one_by_one = block("stream.some"), *joined = block("stream.joined");
    builder_.CreateCondBr(hold, at_once, one_by_one);
    ValueToValueMapTy behind_some;
    BasicBlock *some_end = copy_some(one_by_one, now, behind_some);
    builder_.SetInsertPoint(some_end);
    builder_.CreateBr(joined);
    BasicBlock *all_end = all(at_once, now);
    builder_.SetInsertPoint(all_end);
    builder_.CreateBr(joined);
    builder_.SetInsertPoint(joined);
    for (PHINode &phi : loop_.getHeader()->phis()) {
      PHINode *either = builder_.CreatePHI(phi.getType(), 2, phi.getName());
      either->addIncoming(now[&phi], all_end);
      either->addIncoming(behind_some[&phi], some_end);
      now[&phi] = either;
    }
    return joined;
  }

 private:
  BasicBlock *block(const char *name) {
    return BasicBlock::Create(builder_.getContext(), name, loop_.getHeader()->getParent(), loop_.getHeader());
  }

  // Whether all conditions hold in all iterations.
  Value *conditions(ValueToValueMapTy &first) {
    ValueToValueMapTy now;
    for (PHINode &phi : loop_.getHeader()->phis()) now[&phi] = first[&phi];
    Value *all = builder_.getTrue();
    for (unsigned step = 0; step < streams_.iterations(); ++step) {
      for (BasicBlock *block : blocks_)
        for (Instruction &instruction : *block) {
          if (isa<PHINode>(instruction) || !streams_.telling.contains(&instruction)) continue;
          Instruction *copy = builder_.Insert(instruction.clone(), instruction.getName());
          RemapInstruction(copy, now, RF_NoModuleLevelChanges | RF_IgnoreMissingLocals);
          now[&instruction] = copy;
        }
      for (auto [before, taken] : streams_.guards) {
        Value *condition = cast<BranchInst>(before->getTerminator())->getCondition();
        if (now.count(condition)) condition = now[condition];
        if (before->getTerminator()->getSuccessor(0) != taken) condition = builder_.CreateNot(condition);
        // A condition behind another one may be poison where the other one does not hold.
        all = builder_.CreateLogicalAnd(all, condition);
      }
      go_on(loop_, now);
    }
    return all;
  }

  // A loop of as many iterations, as they were.
  BasicBlock *copy_some(BasicBlock *before, ValueToValueMapTy &first, ValueToValueMapTy &behind) {
    BasicBlock *again = block("stream.one.by.one"), *body = block("stream.one"), *left = block("stream.some.left");
    builder_.SetInsertPoint(before);
    builder_.CreateBr(again);
    builder_.SetInsertPoint(again);
    PHINode *step = builder_.CreatePHI(builder_.getInt32Ty(), 2);
    step->addIncoming(builder_.getInt32(0), before);
    SmallVector<std::pair<PHINode *, PHINode *>> phis;
    ValueToValueMapTy now;
    for (PHINode &phi : loop_.getHeader()->phis()) {
      PHINode *copy = builder_.CreatePHI(phi.getType(), 2, phi.getName());
      copy->addIncoming(first[&phi], before);
      phis.push_back({&phi, copy});
      now[&phi] = copy;
    }
    Value *more = builder_.CreateICmpULT(step, builder_.getInt32(streams_.iterations()));
    builder_.CreateCondBr(more, body, left);
    body = copy_iteration(loop_, blocks_, now, *body, builder_, {}, [](LoadInst &) { return nullptr; });
    builder_.SetInsertPoint(body);
    go_on(loop_, now);
    for (auto [phi, copy] : phis) copy->addIncoming(now[phi], body);
    step->addIncoming(builder_.CreateNUWAdd(step, builder_.getInt32(1)), body);
    mark(builder_.CreateBr(again));
    builder_.SetInsertPoint(left);
    for (auto [phi, copy] : phis) {
      PHINode *last = builder_.CreatePHI(copy->getType(), 1, phi->getName());
      last->addIncoming(copy, again);
      behind[phi] = last;
    }
    return left;
  }

  const Loop &loop_;
  ArrayRef<BasicBlock *> blocks_;
  const Streams &streams_;
  IRBuilder<> &builder_;
};

// Puts a wide loop in front of a loop: the wide loop does several iterations at a time, or none where integers wrap
// around, and the loop does the iterations that are left. `items`: the item loop, before which the check stands.
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

  auto copy_at_once = [&](BasicBlock *into, ValueToValueMapTy &values) {
    builder.SetInsertPoint(into);
    WideLoads loads(streams, starts, at, builder);
    const bool branches = any_of(blocks, [&](BasicBlock *one) { return !only_successor(*one, loop, streams.guards); });
    if (branches || writes(blocks)) loads.load_ahead();
    for (unsigned step = 0; step < streams.iterations(); ++step) {
      into = copy_iteration(loop, blocks, values, *into, builder, streams.guards,
                            [&](LoadInst &load) { return loads.of(load, step); });
      go_on(loop, values);
    }
    return into;
  };
  body = streams.guards.empty() ? copy_at_once(body, now)
                                : GuardedIterations(loop, blocks, streams, builder).copy(body, now, copy_at_once);
  builder.SetInsertPoint(body);
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
                       const LaneStrides &strides, unsigned register_bits) {
  Function &function = *items.getHeader()->getParent();
  std::unique_ptr<Evolution> evolution;
  for (Loop *loop : items.getLoopsInPreorder()) {
    if (loop == &items || flow.divergent(loop) || flow.predicated(loop->getHeader())) continue;
    const SmallVector<BasicBlock *> blocks = blocks_of(*loop, loops, dominators);
    if (blocks.empty() || loop->getLoopLatch()->getTerminator()->hasMetadata(kWidened)) continue;
    if (!evolution) evolution = std::make_unique<Evolution>(function, loops, dominators);
    Streams streams = streams_of(*loop, items, blocks, evolution->of, strides, dominators, /*guarded=*/false);
    if (streams.loads.empty())
      streams = streams_of(*loop, items, blocks, evolution->of, strides, dominators, /*guarded=*/true);
    if (streams.loads.empty()) continue;
    if (any_of(streams.loads, [](const auto &one) { return one.load->getType()->getScalarSizeInBits() < 32; }) &&
        InnerLoops(items, loops, dominators, register_bits).speed(*loop) > 1)
      continue;
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
      return !step || step->getAPInt().abs().uge(kCacheLine);
    });
  };
}

}  // namespace wherry::compiler
