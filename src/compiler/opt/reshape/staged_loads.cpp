// SPDX-License-Identifier: Apache-2.0
#include <map>

#include "compiler/ir/intrinsics.h"
#include "compiler/opt/keep_rolled.h"
#include "compiler/opt/reshape/id_rewriting.h"
#include "compiler/opt/reshape/local_fills.h"
#include "compiler/opt/reshape/reshaping.h"
#include "compiler/vectorise/cost.h"
#include "kernel_abi/abi.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/ConstantRange.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace wherry::compiler {

namespace {

constexpr unsigned kLocalFence = 1;  // CLK_LOCAL_MEM_FENCE

// A load of the element with these coordinates.
struct Reading {
  LoadInst *load;
  const Fill *fill;
  SmallVector<const SCEV *, 3> values;  // of the fill's coordinates
  // Quotients and remainders of coordinates in the source's index, and what they are here.
  SmallVector<std::pair<Instruction *, const SCEV *>, 2> parts = {};
};

// The most that a sum of local ids' multiples and counters is: a number, and for each dimension a multiple of its local
// size minus 1.
struct Bound {
  uint64_t number = 0;
  std::array<uint64_t, 3> sizes = {};

  static Bound of_size(unsigned dimension) {
    Bound made;
    made.sizes[dimension] = 1;
    return made;
  }
  bool is_number() const { return sizes == std::array<uint64_t, 3>{}; }
};

struct LocalArray {
  SmallVector<LoadInst *, 8> loads;
  SmallVector<StoreInst *, 2> stores;
};

// Another work-item's values.
struct Substitution {
  const Fill *fill;
  std::array<Value *, 3> ids{};  // local ids; null: the work-item's own
  ValueToValueMapTy done{};
};

class StagedLoads final : public Reshaping {
 public:
  explicit StagedLoads(Function &group)
      : group_(group), facts_(KernelFacts::of(group)), origins_(facts_), addresses_((set_ranges(group), group)),
        local_fills_(origins_, addresses_, stored_, barriers_) {}

  bool find() override;
  void emit(LaunchShape &shape) override;
  void apply() override;
  bool needs_apart() const override { return true; }

 private:
  static void set_ranges(Function &group);
  bool collect();
  bool collect_call(const CallBase &call);
  bool is_met_by_all(const CallInst &barrier, const PostDominatorTree &behind);
  bool only_fills(const Loop &loop) const;
  bool is_filled_before(const Fill &fill, const LoadInst &load) const;
  std::optional<Reading> reading_of(LoadInst &load, const Fill &fill);
  void add_terms(const SCEV *value, int64_t factor, SmallVectorImpl<std::pair<const SCEV *, int64_t>> &terms);
  std::optional<Bound> bound_of_counter(const SCEVAddRecExpr &counter, const LoadInst &load);
  std::optional<Bound> bound_of(const SCEV *id, const LoadInst &load);
  bool require_bound(Bound most, std::optional<unsigned> size_of, uint64_t end);
  void find_parts(Value *value, Reading &reading, SmallPtrSetImpl<Value *> &seen);
  void add_part(BinaryOperator &division, Reading &reading);
  bool is_own(const Reading &reading, unsigned coordinate) const;
  void read_in_place(const Reading &reading, SCEVExpander &expander);
  Value *computed_for(Value *value, Substitution &other, IRBuilder<> &builder);
  void drop_loops();
  void drop_guards();
  ScalarEvolution &scev() { return addresses_.scev(); }

  Function &group_;
  const KernelFacts facts_;
  const ArgumentOrigins origins_;
  AddressExpressions addresses_;
  LocalFills local_fills_;
  MapVector<const Value *, LocalArray> arrays_;
  SmallSet<unsigned, 4> loaded_, stored_;  // arguments, by their slots
  SmallVector<CallInst *, 4> barriers_;
  bool fences_global_ = false;
  SmallVector<std::unique_ptr<Fill>, 4> fills_;
  SmallVector<Reading, 8> readings_;
  // What must be below the local size of a dimension, or else below a number: the largest number for the same multiples
  // of local sizes.
  std::map<std::tuple<std::optional<unsigned>, uint64_t, std::array<uint64_t, 3>>, uint64_t> bounds_;
};

// LLVM then sees that conversions of local ids keep them.
void StagedLoads::set_ranges(Function &group) {
  for (Instruction &instruction : instructions(group)) {
    const Intrinsic id = intrinsic_of(instruction);
    const bool is_size = id == Intrinsic::__wherry_local_size || id == Intrinsic::__wherry_enqueued_local_size;
    if (is_size || id == Intrinsic::__wherry_local_id)
      cast<CallInst>(instruction)
          .addRangeRetAttr(ConstantRange(APInt(64, is_size), APInt(64, abi::kMaxWorkGroupSize + is_size)));
  }
}

bool StagedLoads::find() {
  if (!collect() || arrays_.empty() || barriers_.empty()) return false;
  const PostDominatorTree behind(group_);
  if (!all_of(barriers_, [&](const CallInst *barrier) { return is_met_by_all(*barrier, behind); })) return false;
  // Without local memory, a barrier orders what work-items store to arguments' memory.
  if (fences_global_ && any_of(loaded_, [&](unsigned slot) { return stored_.contains(slot); })) return false;
  for (auto &[object, array] : arrays_) {
    if (array.stores.size() != 1) return false;
    auto fill = local_fills_.fill_of(*array.stores[0]);
    if (!fill) return false;
    fills_.push_back(std::make_unique<Fill>(std::move(*fill)));
    for (LoadInst *load : array.loads) {
      auto reading = is_filled_before(*fills_.back(), *load) ? reading_of(*load, *fills_.back()) : std::nullopt;
      if (!reading) return false;
      readings_.push_back(*reading);
    }
  }
  if (!all_of(fills_, [&](const auto &fill) { return !fill->loop || only_fills(*fill->loop); })) return false;
  return !readings_.empty();
}

// Whether a loop may go once its stores to local arrays are gone.
bool StagedLoads::only_fills(const Loop &loop) const {
  const BasicBlock *exit = loop.getExitBlock();
  return exit && exit->phis().empty() && all_of(loop.blocks(), [&](const BasicBlock *block) {
           return all_of(*block, [&](const Instruction &each) {
             const bool fills = any_of(fills_, [&](const auto &fill) { return fill->store == &each; });
             return (fills || !each.mayHaveSideEffects()) &&
                    all_of(each.users(), [&](const User *user) { return loop.contains(cast<Instruction>(user)); });
           });
         });
}

// Collects all accesses to memory. False: the kernel does something else that work-items may see.
bool StagedLoads::collect() {
  for (Instruction &instruction : instructions(group_)) {
    if (auto *call = dyn_cast<CallBase>(&instruction)) {
      if (!collect_call(*call)) return false;
      continue;
    }
    if (!instruction.mayReadOrWriteMemory() || instruction.hasMetadata(LLVMContext::MD_invariant_load)) continue;
    const Value *pointer = getLoadStorePointerOperand(&instruction);
    if (!pointer || instruction.isAtomic() || instruction.isVolatile()) return false;
    const PointerOrigin origin = origins_.of(pointer);
    auto *load = dyn_cast<LoadInst>(&instruction);
    switch (origin.kind) {
    case PointerOrigin::private_variable: break;
    case PointerOrigin::program_scope:
      if (!load || !is_constant(origin.object)) return false;
      break;
    case PointerOrigin::buffer: (load ? loaded_ : stored_).insert(origin.slot); break;
    case PointerOrigin::local_variable:
    case PointerOrigin::local_argument: {
      LocalArray &array = arrays_[origin.object];
      if (load)
        array.loads.push_back(load);
      else
        array.stores.push_back(cast<StoreInst>(&instruction));
      break;
    }
    default: return false;
    }
  }
  return true;
}

bool StagedLoads::collect_call(const CallBase &call) {
  switch (const Intrinsic id = intrinsic_of(call); kind_of(id)) {
  case IntrinsicKind::item_id:
  case IntrinsicKind::group_id:
  case IntrinsicKind::launch_id: return true;
  case IntrinsicKind::group_operation: {
    auto *flags = id == Intrinsic::__wherry_barrier ? dyn_cast<ConstantInt>(call.getArgOperand(0)) : nullptr;
    if (!flags) return false;
    fences_global_ |= flags->getZExtValue() != kLocalFence;
    barriers_.push_back(const_cast<CallInst *>(cast<CallInst>(&call)));
    return true;
  }
  default: return id == Intrinsic::none && !call.mayReadOrWriteMemory() && !call.isConvergent();
  }
}

// Whether work-items take all branches alike that may lead past the barrier. Others OpenCL forbids, and programs have
// them (`if (get_global_id(0) >= n) return;`): some elements are not filled then.
bool StagedLoads::is_met_by_all(const CallInst &barrier, const PostDominatorTree &behind) {
  return all_of(group_, [&](BasicBlock &block) {
    Instruction *end = block.getTerminator();
    if (end->getNumSuccessors() < 2 || behind.dominates(barrier.getParent(), &block) ||
        !isPotentiallyReachable(&block, barrier.getParent()))
      return true;
    auto *branch = dyn_cast<BranchInst>(end);
    const Fill none{.at = end};
    return branch && local_fills_.is_from_ids(branch->getCondition(), none);
  });
}

// Whether all work-items have filled their elements, in the same iteration, before one of them loads: at a barrier
// between, which they meet as often as they store.
bool StagedLoads::is_filled_before(const Fill &fill, const LoadInst &load) const {
  const LoopInfo &loops = addresses_.loops();
  const DominatorTree &dominators = addresses_.dominators();
  const Loop *of_store = loops.getLoopFor(fill.at->getParent());
  return load.getType() == fill.source->getType() && any_of(barriers_, [&](const CallInst *barrier) {
           return loops.getLoopFor(barrier->getParent()) == of_store && dominators.dominates(fill.at, barrier) &&
                  dominators.dominates(barrier, &load) && (!of_store || of_store->contains(&load));
         });
}

// Adds the terms of a sum, each with a constant factor.
void StagedLoads::add_terms(const SCEV *value, int64_t factor,
                            SmallVectorImpl<std::pair<const SCEV *, int64_t>> &terms) {
  if (auto *sum = dyn_cast<SCEVAddExpr>(value)) {
    for (const SCEV *each : sum->operands()) add_terms(each, factor, terms);
    return;
  }
  if (auto *product = dyn_cast<SCEVMulExpr>(value))
    if (auto *number = dyn_cast<SCEVConstant>(product->getOperand(0)); number && product->getNumOperands() == 2)
      return add_terms(product->getOperand(1), factor * number->getAPInt().getSExtValue(), terms);
  if (auto *steps = dyn_cast<SCEVAddRecExpr>(value); steps && steps->isAffine())
    if (auto *step = dyn_cast<SCEVConstant>(steps->getStepRecurrence(scev()));
        step && (!steps->getStart()->isZero() || !step->isOne())) {
      add_terms(steps->getStart(), factor, terms);
      const SCEV *by_one = scev().getAddRecExpr(scev().getZero(value->getType()), scev().getOne(value->getType()),
                                                steps->getLoop(), SCEV::FlagAnyWrap);
      terms.emplace_back(by_one, factor * step->getAPInt().getSExtValue());
      return;
    }
  if (auto *number = dyn_cast<SCEVConstant>(value))
    terms.emplace_back(scev().getOne(value->getType()), factor * number->getAPInt().getSExtValue());
  else
    terms.emplace_back(value, factor);
}

// Whether the work-item itself has filled the element, as far as a coordinate tells.
bool StagedLoads::is_own(const Reading &reading, unsigned coordinate) const {
  const Coordinate &each = reading.fill->coordinates[coordinate];
  auto *leaf = dyn_cast<SCEVUnknown>(reading.values[coordinate]);
  return each.dimension && leaf && dimension_of(leaf->getValue(), Intrinsic::__wherry_local_id) == each.dimension;
}

// Finds the coordinates of the element that is loaded.
std::optional<Reading> StagedLoads::reading_of(LoadInst &load, const Fill &fill) {
  const SCEV *offset = local_fills_.offset_of(load);
  Type *type = offset->getType();
  Reading reading{&load, &fill, SmallVector<const SCEV *, 3>(fill.coordinates.size(), scev().getZero(type))};
  SmallVector<std::pair<const SCEV *, int64_t>> terms;
  add_terms(offset, 1, terms);
  int64_t rest = -fill.first;
  auto add = [&](size_t coordinate, const SCEV *term, int64_t times) {
    const SCEV *product = scev().getMulExpr(scev().getConstant(type, uint64_t(times), true), term);
    reading.values[coordinate] = scev().getAddExpr(reading.values[coordinate], product);
  };
  for (auto [term, factor] : terms) {
    if (term->isOne()) {
      rest += factor;
      continue;
    }
    const auto *into = find_if(fill.coordinates, [&](const auto &each) { return factor % each.factor == 0; });
    if (into == fill.coordinates.end()) return {};
    add(size_t(into - fill.coordinates.begin()), term, factor / into->factor);
  }
  for (const auto &[k, coordinate] : enumerate(fill.coordinates)) {
    if (rest < 0) return {};
    add(k, scev().getOne(type), rest / coordinate.factor);
    rest %= coordinate.factor;
  }
  if (rest != 0) return {};
  for (const auto &[k, coordinate] : enumerate(fill.coordinates)) {
    const bool is_some = fill.some && !fill.some->is_one && fill.some->dimension == coordinate.dimension;
    if (!is_some && is_own(reading, unsigned(k))) continue;
    const auto most = bound_of(reading.values[k], load);
    if (!most || !(is_some                ? require_bound(*most, {}, fill.some->number)
                   : coordinate.dimension ? require_bound(*most, coordinate.dimension, 0)
                                          : require_bound(*most, {}, coordinate.end)))
      return {};
  }
  SmallPtrSet<Value *, 16> seen;
  find_parts(fill.source->getPointerOperand(), reading, seen);
  return reading;
}

// Takes note of a bound that must be below the local size of a dimension, or else below a number. False: it is not.
bool StagedLoads::require_bound(Bound most, std::optional<unsigned> size_of, uint64_t end) {
  if ((most.is_number() && !size_of && most.number >= end) || (size_of && most.sizes[*size_of] && most.number > 0))
    return false;
  uint64_t &known = bounds_[{size_of, end, most.sizes}];
  known = std::max(known, most.number);
  return true;
}

// Finds where the index of the fill's source divides a coordinate by a number.
void StagedLoads::find_parts(Value *value, Reading &reading, SmallPtrSetImpl<Value *> &seen) {
  auto *instruction = dyn_cast<Instruction>(value);
  if (!instruction || isa<PHINode, LoadInst>(instruction) || !seen.insert(value).second) return;
  if (auto *operation = dyn_cast<BinaryOperator>(instruction)) add_part(*operation, reading);
  for (Use &operand : instruction->operands()) find_parts(operand.get(), reading, seen);
}

// A quotient or remainder of a coordinate, y * 18 + x by 18, of which the parts are known: y and x, if x < 18.
void StagedLoads::add_part(BinaryOperator &division, Reading &reading) {
  const APInt *number;
  if (!match(division.getOperand(1), m_APInt(number))) return;
  APInt divisor = *number;
  bool quotient = false;
  switch (division.getOpcode()) {
  case Instruction::UDiv:
  case Instruction::SDiv: quotient = true; break;
  case Instruction::LShr:
  case Instruction::AShr:
    quotient = true;
    divisor = APInt::getOneBitSet(number->getBitWidth(), unsigned(number->getLimitedValue(number->getBitWidth() - 1)));
    break;
  case Instruction::URem:
  case Instruction::SRem: break;
  case Instruction::And: ++divisor; break;
  default: return;
  }
  if (!divisor.isStrictlyPositive() || (division.getOpcode() == Instruction::And && !divisor.isPowerOf2())) return;
  Value *dividend = division.getOperand(0);
  while (isa<TruncInst, SExtInst, ZExtInst>(dividend) && dividend->getType()->getIntegerBitWidth() >= 32)
    dividend = cast<Instruction>(dividend)->getOperand(0);
  const auto *of = find_if(reading.fill->coordinates, [&](const Coordinate &each) { return each.leaf == dividend; });
  if (of == reading.fill->coordinates.end()) return;
  const SCEV *whole = reading.values[size_t(of - reading.fill->coordinates.begin())];
  SmallVector<std::pair<const SCEV *, int64_t>> terms;
  add_terms(whole, 1, terms);
  SmallVector<const SCEV *> quotients, rest;
  const int64_t by = divisor.getSExtValue();
  for (auto [term, factor] : terms) {
    const bool is_multiple = factor % by == 0;
    const SCEV *times = scev().getConstant(whole->getType(), uint64_t(is_multiple ? factor / by : factor), true);
    (is_multiple ? quotients : rest).push_back(scev().getMulExpr(times, term));
    if (term->isOne() && !is_multiple) {
      quotients.push_back(scev().getConstant(whole->getType(), uint64_t(factor / by), true));
      rest.back() = scev().getConstant(whole->getType(), uint64_t(factor % by), true);
    }
  }
  const SCEV *zero = scev().getZero(whole->getType());
  const SCEV *remainder = rest.empty() ? zero : scev().getAddExpr(rest);
  const auto most = bound_of(remainder, *reading.load);
  if (!most || !require_bound(*most, {}, uint64_t(by))) return;
  const SCEV *part = !quotient ? remainder : quotients.empty() ? zero : scev().getAddExpr(quotients);
  reading.parts.emplace_back(&division, scev().getTruncateOrNoop(part, division.getType()));
}

// The most that a counter can be where the loop loads.
std::optional<Bound> StagedLoads::bound_of_counter(const SCEVAddRecExpr &counter, const LoadInst &load) {
  const Loop *loop = counter.getLoop();
  const BasicBlock *exiting = loop->getExitingBlock();
  auto *step = counter.isAffine() ? dyn_cast<SCEVConstant>(counter.getStepRecurrence(scev())) : nullptr;
  // The loop's body sees one number less than a header that the loop is left at.
  const bool in_body = exiting == loop->getHeader() && load.getParent() != exiting;
  if (!step || !loop->contains(&load) || !exiting || !(in_body || exiting == loop->getLoopLatch())) return {};
  const SCEV *times = scev().getBackedgeTakenCount(loop);
  if (isa<SCEVCouldNotCompute>(times)) return {};
  if (!in_body) times = scev().getAddExpr(times, scev().getOne(times->getType()));
  if (auto *leaf = dyn_cast<SCEVUnknown>(times); leaf && counter.getStart()->isZero() && step->isOne())
    if (const auto size_of = dimension_of(leaf->getValue(), Intrinsic::__wherry_local_size))
      return Bound::of_size(*size_of);
  auto *number = dyn_cast<SCEVConstant>(times);
  auto start = bound_of(counter.getStart(), load);
  if (!number || !start || number->isZero() || number->getAPInt().uge(abi::kMaxWorkGroupSize) ||
      step->getAPInt().abs().uge(abi::kMaxWorkGroupSize))
    return {};
  const int64_t way = step->getAPInt().getSExtValue() * (number->getAPInt().getSExtValue() - 1);
  if (way > 0)
    start->number += uint64_t(way);
  else if (way < 0 && (!isa<SCEVConstant>(counter.getStart()) || start->number < uint64_t(-way)))
    return {};
  return start;
}

// The most that a number can be that is not negative.
std::optional<Bound> StagedLoads::bound_of(const SCEV *id, const LoadInst &load) {
  if (auto *number = dyn_cast<SCEVConstant>(id); number && number->getAPInt().ult(abi::kMaxWorkGroupSize))
    return Bound{number->getAPInt().getZExtValue()};
  if (auto *leaf = dyn_cast<SCEVUnknown>(id))
    if (const auto size_of = dimension_of(leaf->getValue(), Intrinsic::__wherry_local_id))
      return Bound::of_size(*size_of);
  if (auto *sum = dyn_cast<SCEVAddExpr>(id)) {
    Bound all;
    for (const SCEV *each : sum->operands()) {
      const auto bound = bound_of(each, load);
      if (!bound) return {};
      all.number += bound->number;
      for (unsigned dimension = 0; dimension < 3; ++dimension) all.sizes[dimension] += bound->sizes[dimension];
    }
    return all;
  }
  if (auto *product = dyn_cast<SCEVMulExpr>(id); product && product->getNumOperands() == 2)
    if (auto *number = dyn_cast<SCEVConstant>(product->getOperand(0));
        number && number->getAPInt().ult(abi::kMaxWorkGroupSize))
      if (auto bound = bound_of(product->getOperand(1), load)) {
        const uint64_t factor = number->getAPInt().getZExtValue();
        bound->number *= factor;
        for (uint64_t &each : bound->sizes) each *= factor;
        return bound;
      }
  if (auto *steps = dyn_cast<SCEVAddRecExpr>(id))
    if (const auto bound = bound_of_counter(*steps, load)) return bound;
  if (const ConstantRange range = scev().getUnsignedRange(id); range.getUnsignedMax().ult(abi::kMaxWorkGroupSize))
    return Bound{range.getUnsignedMax().getZExtValue()};
  return {};
}

void StagedLoads::emit(LaunchShape &shape) {
  addresses_.require_bounds(shape);
  local_fills_.require_whole(shape);
  IRBuilder<> &builder = shape.builder;
  for (const auto &[place, number] : bounds_) {
    const auto &[below_size_of, end, sizes] = place;
    Value *most = builder.getInt64(number);
    for (const auto &[dimension, factor] : enumerate(sizes)) {
      if (factor == 0) continue;
      Value *last = builder.CreateSub(shape.local_size(unsigned(dimension)), builder.getInt64(1));
      most = builder.CreateAdd(most, builder.CreateMul(builder.getInt64(factor), last));
    }
    shape.require(
        builder.CreateICmpSLT(most, below_size_of ? shape.local_size(*below_size_of) : builder.getInt64(end)));
  }
}

// A value as the work-item computes it that has filled the element, emitted before a load.
Value *StagedLoads::computed_for(Value *value, Substitution &other, IRBuilder<> &builder) {
  auto *instruction = dyn_cast<Instruction>(value);
  if (!instruction) return value;
  if (Value *known = other.done.lookup(value)) return known;
  if (isa<PHINode>(instruction)) return value;
  const Intrinsic id = intrinsic_of(*instruction);
  if (id == Intrinsic::__wherry_local_id || id == Intrinsic::__wherry_global_id) {
    Value *number = cast<CallInst>(instruction)->getArgOperand(0);
    Value *local_id = other.ids[cast<ConstantInt>(number)->getZExtValue()];
    if (!local_id) return value;
    if (id == Intrinsic::__wherry_global_id) {
      CallInst *own =
          builder.CreateCall(declare_intrinsic(*group_.getParent(), Intrinsic::__wherry_local_id), {number});
      local_id = builder.CreateAdd(builder.CreateSub(value, own), local_id);
    }
    return other.done[value] = local_id;
  }
  SmallVector<Value *> operands;
  for (Use &operand : instruction->operands()) operands.push_back(computed_for(operand.get(), other, builder));
  const bool goes = other.fill->loop && other.fill->loop->contains(instruction);
  if (!goes && equal(operands, instruction->operands()) &&
      addresses_.dominators().dominates(instruction, &*builder.GetInsertPoint()))
    return other.done[value] = value;
  Instruction *made = instruction->clone();
  for (auto [k, operand] : enumerate(operands)) made->setOperand(unsigned(k), operand);
  return other.done[value] = builder.Insert(made, value->getName());
}

// Loops that have filled local arrays do nothing any more.
void StagedLoads::drop_loops() {
  for (const auto &fill : fills_) {
    if (!fill->loop) continue;
    BasicBlock *preheader = fill->loop->getLoopPreheader();
    if (!preheader) continue;  // two arrays, one loop
    ReplaceInstWithInst(preheader->getTerminator(), BranchInst::Create(fill->loop->getExitBlock()));
  }
  removeUnreachableBlocks(group_);
}

// Lets all work-items pass what only some did before they stored.
void StagedLoads::drop_guards() {
  for (const auto &fill : fills_) {
    auto *branch = fill->some ? dyn_cast<BranchInst>(fill->at) : nullptr;
    BasicBlock *end = branch ? branch->getSuccessor(1) : nullptr;
    if (branch && branch->getSuccessor(0)->size() == 1 && branch->getSuccessor(0)->getSingleSuccessor() == end &&
        end->phis().empty())
      branch->setCondition(ConstantInt::getTrue(group_.getContext()));
  }
  for (BasicBlock &block : group_) ConstantFoldTerminator(&block, /*DeleteDeadConditions=*/true);
}

void StagedLoads::read_in_place(const Reading &reading, SCEVExpander &expander) {
  const Fill &fill = *reading.fill;
  IRBuilder<> builder(reading.load);
  Substitution other{&fill};
  for (const auto &[k, coordinate] : enumerate(fill.coordinates)) {
    if (is_own(reading, unsigned(k))) continue;
    Value *value = expand_at(*reading.load, reading.values[k], expander);
    if (coordinate.dimension)
      other.ids[*coordinate.dimension] = value;
    else
      other.done[coordinate.leaf] = builder.CreateTrunc(value, coordinate.leaf->getType());
  }
  if (fill.some && fill.some->is_one) other.ids[fill.some->dimension] = builder.getInt64(fill.some->number);
  for (auto [division, part] : reading.parts) other.done[division] = expand_at(*reading.load, part, expander);
  auto *made = cast<LoadInst>(fill.source->clone());
  made->setOperand(0, computed_for(made->getPointerOperand(), other, builder));
  builder.Insert(made, reading.load->getName());
  reading.load->replaceAllUsesWith(made);
}

void StagedLoads::apply() {
  SCEVExpander expander(scev(), "staged");
  for (const Reading &reading : readings_) read_in_place(reading, expander);
  for (const Reading &reading : readings_) reading.load->eraseFromParent();
  for (const auto &fill : fills_) fill->store->eraseFromParent();
  for (CallInst *barrier : barriers_) barrier->eraseFromParent();
  drop_loops();
  remove_dead_code(group_);
  drop_guards();
  remove_dead_code(group_);
  keep_rolled_for_good(group_);
}

}  // namespace

std::unique_ptr<Reshaping> staged_loads(Function &group) { return std::make_unique<StagedLoads>(group); }

}  // namespace wherry::compiler
