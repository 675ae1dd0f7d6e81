// SPDX-License-Identifier: Apache-2.0
#include <map>

#include "compiler/analysis/argument_origin.h"
#include "compiler/ir/intrinsics.h"
#include "compiler/opt/keep_rolled.h"
#include "compiler/opt/reshape/address_expressions.h"
#include "compiler/opt/reshape/id_rewriting.h"
#include "compiler/opt/reshape/reshaping.h"
#include "compiler/vectorise/cost.h"
#include "kernel_abi/abi.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/ConstantRange.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace wherry::compiler {

namespace {

constexpr unsigned kMostDepth = 16;       // of an index: row * n + column, each by a group id, a size, and a local id
constexpr unsigned kLocalFence = 1;       // CLK_LOCAL_MEM_FENCE
using Ids = std::array<const SCEV *, 3>;  // local ids of one work-item
using Factors = SmallVector<std::pair<unsigned, int64_t>, 3>;  // dimensions; bytes for a step of its local id

// The work-items with one local id of a dimension, or with local ids below a number.
struct Some {
  unsigned dimension;
  uint64_t number;
  bool is_one;
};

// Work-items of a group, each or some, store what they have loaded from an argument's memory to their own elements of a
// local array.
struct Fill {
  StoreInst *store = nullptr;
  LoadInst *source = nullptr;
  Instruction *at = nullptr;      // the store, or the branch in front of it, to which all work-items come
  std::optional<Some> some = {};  // the others pass by
  Factors factors = {};           // the largest first
  int64_t first = 0;
  std::array<bool, 3> of_dimension{};  // whether the local id of a dimension tells elements apart, or is Some::number
};

// A load of an element that the work-item with these local ids has filled.
struct Reading {
  LoadInst *load;
  const Fill *fill;
  Ids ids;
};

// A local id's bound: the number plus, if there is one, the local size of a dimension, minus 1.
struct Bound {
  uint64_t number;
  std::optional<unsigned> size_of = {};
};

struct LocalArray {
  SmallVector<LoadInst *, 8> loads;
  SmallVector<StoreInst *, 2> stores;
};

class StagedLoads final : public Reshaping {
 public:
  explicit StagedLoads(Function &group)
      : group_(group), facts_(KernelFacts::of(group)), origins_(facts_), addresses_((set_ranges(group), group)) {}

  bool find() override;
  void emit(LaunchShape &shape) override;
  void apply() override;
  bool needs_apart() const override { return true; }

 private:
  static void set_ranges(Function &group);
  bool collect();
  bool collect_call(const CallBase &call);
  bool is_met_by_all(const CallInst &barrier, const PostDominatorTree &behind);
  std::optional<Fill> fill_of(StoreInst &store);
  bool add_guard(Fill &fill);
  bool add_factors(const SCEV *offset, int64_t factor, Fill &fill);
  bool is_from_ids(Value *value, const Fill &fill, unsigned depth = kMostDepth);
  bool is_same_for_group(PHINode &phi, const BasicBlock &place);
  bool is_filled_before(const Fill &fill, const LoadInst &load) const;
  std::optional<Reading> reading_of(LoadInst &load, const Fill &fill);
  void add_terms(const SCEV *value, int64_t factor, SmallVectorImpl<std::pair<const SCEV *, int64_t>> &terms);
  std::optional<Bound> bound_of_counter(const SCEVAddRecExpr &counter, const LoadInst &load);
  std::optional<Bound> bound_of(const SCEV *id, const LoadInst &load);
  const SCEV *local_id(unsigned dimension);
  void drop_guards();
  Value *computed_for(Value *value, ArrayRef<Value *> ids, IRBuilder<> &builder, ValueToValueMapTy &done);
  ScalarEvolution &scev() { return addresses_.scev(); }
  // The distance of an access to local memory from its array, in bytes.
  const SCEV *offset_of(Instruction &access);

  Function &group_;
  const KernelFacts facts_;
  const ArgumentOrigins origins_;
  AddressExpressions addresses_;
  MapVector<const Value *, LocalArray> arrays_;
  SmallSet<unsigned, 4> loaded_, stored_;  // arguments, by their slots
  SmallVector<CallInst *, 4> barriers_;
  bool fences_global_ = false;
  SmallVector<std::unique_ptr<Fill>, 4> fills_;
  SmallVector<Reading, 8> readings_;
  // The most that local ids of a dimension must reach, some of them behind the local size of a dimension.
  std::map<std::pair<unsigned, std::optional<unsigned>>, uint64_t> bounds_;
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
    auto fill = fill_of(*array.stores[0]);
    if (!fill) return false;
    fills_.push_back(std::make_unique<Fill>(std::move(*fill)));
    for (LoadInst *load : array.loads) {
      auto reading = is_filled_before(*fills_.back(), *load) ? reading_of(*load, *fills_.back()) : std::nullopt;
      if (!reading) return false;
      readings_.push_back(*reading);
    }
  }
  return !readings_.empty();
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
    return branch && is_from_ids(branch->getCondition(), none);
  });
}

const SCEV *StagedLoads::offset_of(Instruction &access) {
  Value *object = const_cast<Value *>(origins_.of(getLoadStorePointerOperand(&access)).object);
  return scev().getMinusSCEV(addresses_.offset_of(access), scev().removePointerBase(scev().getSCEV(object)));
}

std::optional<Fill> StagedLoads::fill_of(StoreInst &store) {
  auto *source = dyn_cast<LoadInst>(store.getValueOperand());
  if (!source) return {};
  const PointerOrigin origin = origins_.of(source->getPointerOperand());
  if (origin.kind != PointerOrigin::buffer || stored_.contains(origin.slot)) return {};
  Fill fill{&store, source, &store};
  if (!add_factors(offset_of(store), 1, fill)) return {};
  sort(fill.factors, [](const auto &a, const auto &b) { return a.second > b.second; });
  const TypeSize bytes = store.getDataLayout().getTypeStoreSize(source->getType());
  if (!fill.factors.empty() && fill.factors.back().second < int64_t(bytes.getFixedValue())) return {};  // they overlap
  for (auto [dimension, factor] : fill.factors) fill.of_dimension[dimension] = true;
  if (!add_guard(fill)) return {};
  if (!is_from_ids(source->getPointerOperand(), fill)) return {};
  return fill;
}

// Whether all work-items store, or some that their local ids tell.
bool StagedLoads::add_guard(Fill &fill) {
  BasicBlock *block = fill.store->getParent(), *before = block->getSinglePredecessor();
  auto *branch = before ? dyn_cast<BranchInst>(before->getTerminator()) : nullptr;
  if (!branch || branch->isUnconditional() || branch->getSuccessor(0) != block || branch->getSuccessor(1) == block ||
      any_of(barriers_, [&](const CallInst *barrier) { return barrier->getParent() == block; }))
    return true;
  CmpPredicate predicate;
  Value *id;
  const APInt *number;
  if (!match(branch->getCondition(), m_ICmp(predicate, m_Value(id), m_APInt(number))) ||
      number->uge(abi::kMaxWorkGroupSize))
    return true;  // is_filled_before() will not find a barrier if the branch may lead past the store
  const auto use = id_use_of(id, Intrinsic::__wherry_local_id);
  const bool is_one = predicate == ICmpInst::ICMP_EQ;
  if (!use || !(is_one || predicate == ICmpInst::ICMP_ULT || predicate == ICmpInst::ICMP_SLT)) return true;
  if (is_one && fill.of_dimension[use->dimension]) return false;
  fill.at = branch;
  fill.some = Some{use->dimension, number->getZExtValue(), is_one};
  if (is_one) fill.of_dimension[use->dimension] = true;
  return true;
}

// Whether a local array's offset is a sum of local ids' multiples, which it adds to the fill's.
bool StagedLoads::add_factors(const SCEV *offset, int64_t factor, Fill &fill) {
  if (auto *number = dyn_cast<SCEVConstant>(offset)) {
    fill.first += factor * number->getAPInt().getSExtValue();
    return true;
  }
  if (auto *sum = dyn_cast<SCEVAddExpr>(offset))
    return all_of(sum->operands(), [&](const SCEV *each) { return add_factors(each, factor, fill); });
  if (auto *product = dyn_cast<SCEVMulExpr>(offset)) {
    auto *number = dyn_cast<SCEVConstant>(product->getOperand(0));
    return number && product->getNumOperands() == 2 &&
           add_factors(product->getOperand(1), factor * number->getAPInt().getSExtValue(), fill);
  }
  auto *id = dyn_cast<SCEVUnknown>(offset);
  const auto dimension = id ? dimension_of(id->getValue(), Intrinsic::__wherry_local_id) : std::nullopt;
  if (!dimension || factor <= 0 || any_of(fill.factors, [&](const auto &each) { return each.first == *dimension; }))
    return false;
  fill.factors.emplace_back(*dimension, factor);
  return true;
}

// Whether a value that one work-item computes can be computed by another one behind the fill: from the ids that tell
// elements of the array apart, and from what is the same for the work-group.
bool StagedLoads::is_from_ids(Value *value, const Fill &fill, unsigned depth) {
  if (isa<Constant>(value)) return true;
  auto *instruction = dyn_cast<Instruction>(value);
  if (!instruction) return false;
  if (instruction->hasMetadata(LLVMContext::MD_invariant_load)) return true;
  if (auto *call = dyn_cast<CallInst>(instruction)) {
    const Intrinsic id = intrinsic_of(*call);
    if (kind_of(id) == IntrinsicKind::group_id || kind_of(id) == IntrinsicKind::launch_id) return true;
    if (id == Intrinsic::__wherry_local_id || id == Intrinsic::__wherry_global_id) {
      auto *dimension = dyn_cast<ConstantInt>(call->getArgOperand(0));
      return dimension && dimension->getZExtValue() < 3 && fill.of_dimension[dimension->getZExtValue()];
    }
    if (!isa<MinMaxIntrinsic>(call)) return false;
  }
  if (auto *phi = dyn_cast<PHINode>(instruction))
    return scev().isSCEVable(phi->getType()) && is_same_for_group(*phi, *fill.at->getParent());
  if (depth == 0 || !(isa<BinaryOperator, CastInst, ICmpInst, SelectInst, FreezeInst, GetElementPtrInst>(instruction) ||
                      isa<MinMaxIntrinsic>(instruction)))
    return false;
  return all_of(instruction->operands(), [&](const Use &operand) {
    return isa<Function>(operand) || is_from_ids(operand.get(), fill, depth - 1);
  });
}

// Whether all work-items of a group have the same value at a place, in the same iteration of the loops around it. They
// may leave other loops after different iterations.
bool StagedLoads::is_same_for_group(PHINode &phi, const BasicBlock &place) {
  const SCEV *value = scev().getSCEVAtScope(scev().getSCEV(&phi), addresses_.loops().getLoopFor(&place));
  return !SCEVExprContains(value, [&](const SCEV *part) {
    if (auto *steps = dyn_cast<SCEVAddRecExpr>(part)) return !steps->getLoop()->contains(&place);
    auto *leaf = dyn_cast<SCEVUnknown>(part);
    if (!leaf) return isa<SCEVCouldNotCompute>(part);
    auto *instruction = dyn_cast<Instruction>(leaf->getValue());
    if (!instruction) return !isa<Constant>(leaf->getValue());
    const IntrinsicKind kind = kind_of(intrinsic_of(*instruction));
    return kind != IntrinsicKind::group_id && kind != IntrinsicKind::launch_id &&
           !instruction->hasMetadata(LLVMContext::MD_invariant_load);
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

const SCEV *StagedLoads::local_id(unsigned dimension) {
  for (Instruction &instruction : instructions(group_))
    if (dimension_of(&instruction, Intrinsic::__wherry_local_id) == dimension) return scev().getUnknown(&instruction);
  return nullptr;
}

// Tells the ids of the work-item that has filled the element that is loaded.
std::optional<Reading> StagedLoads::reading_of(LoadInst &load, const Fill &fill) {
  const SCEV *offset = offset_of(load);
  Reading reading{&load, &fill, {}};
  SmallVector<std::pair<const SCEV *, int64_t>> terms;
  add_terms(offset, 1, terms);
  const SCEV *zero = scev().getZero(offset->getType());
  reading.ids.fill(zero);
  int64_t rest = -fill.first;
  auto add = [&](unsigned dimension, const SCEV *term, int64_t times) {
    reading.ids[dimension] = scev().getAddExpr(
        reading.ids[dimension], scev().getMulExpr(scev().getConstant(offset->getType(), uint64_t(times), true), term));
  };
  for (auto [term, factor] : terms) {
    if (term->isOne()) {
      rest += factor;
      continue;
    }
    const auto *into = find_if(fill.factors, [&](const auto &each) { return factor % each.second == 0; });
    if (into == fill.factors.end()) return {};
    add(into->first, term, factor / into->second);
  }
  for (auto [dimension, factor] : fill.factors) {
    if (rest < 0) return {};
    add(dimension, scev().getOne(offset->getType()), rest / factor);
    rest %= factor;
  }
  if (rest != 0) return {};
  if (fill.some && fill.some->is_one)
    reading.ids[fill.some->dimension] = scev().getConstant(offset->getType(), fill.some->number);
  for (unsigned dimension = 0; dimension < 3; ++dimension) {
    const bool is_some = fill.some && fill.some->dimension == dimension && !fill.some->is_one;
    if (!fill.of_dimension[dimension] || (!is_some && reading.ids[dimension] == local_id(dimension))) continue;
    const auto bound = bound_of(reading.ids[dimension], load);
    if (!bound || (is_some && (bound->size_of || bound->number >= fill.some->number)) ||
        (bound->size_of == dimension && bound->number > 0))
      return {};
    uint64_t &most = bounds_[{dimension, bound->size_of}];
    most = std::max(most, bound->number);
  }
  return reading;
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
    if (const auto size_of = dimension_of(leaf->getValue(), Intrinsic::__wherry_local_size)) return Bound{0, size_of};
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
    if (const auto size_of = dimension_of(leaf->getValue(), Intrinsic::__wherry_local_id)) return Bound{0, size_of};
  if (auto *sum = dyn_cast<SCEVAddExpr>(id)) {
    Bound all{0};
    for (const SCEV *each : sum->operands()) {
      const auto bound = bound_of(each, load);
      if (!bound || (bound->size_of && all.size_of)) return {};
      all.number += bound->number;
      if (bound->size_of) all.size_of = bound->size_of;
    }
    return all;
  }
  if (auto *product = dyn_cast<SCEVMulExpr>(id); product && product->getNumOperands() == 2)
    if (auto *number = dyn_cast<SCEVConstant>(product->getOperand(0));
        number && number->getAPInt().ult(abi::kMaxWorkGroupSize))
      if (auto bound = bound_of(product->getOperand(1), load); bound && !bound->size_of)
        return Bound{bound->number * number->getAPInt().getZExtValue()};
  if (auto *steps = dyn_cast<SCEVAddRecExpr>(id))
    if (const auto bound = bound_of_counter(*steps, load)) return bound;
  if (const ConstantRange range = scev().getUnsignedRange(id); range.getUnsignedMax().ult(abi::kMaxWorkGroupSize))
    return Bound{range.getUnsignedMax().getZExtValue()};
  return {};
}

void StagedLoads::emit(LaunchShape &shape) {
  addresses_.require_bounds(shape);
  IRBuilder<> &builder = shape.builder;
  for (unsigned dimension = 0; dimension < 3; ++dimension) {
    if (none_of(fills_, [&](const auto &fill) { return fill->of_dimension[dimension]; })) continue;
    // Smaller work-groups at the end do not fill the array.
    Value *size = shape.local_size(dimension);
    size = builder.CreateBinaryIntrinsic(llvm::Intrinsic::umax, size, builder.getInt64(1));
    shape.require(builder.CreateICmpEQ(builder.CreateURem(shape.asked(dimension), size), builder.getInt64(0)));
  }
  for (const auto &[place, number] : bounds_) {
    const auto [dimension, size_of] = place;
    Value *most = builder.getInt64(number);
    if (size_of) most = builder.CreateAdd(most, builder.CreateSub(shape.local_size(*size_of), builder.getInt64(1)));
    shape.require(builder.CreateICmpSLT(most, shape.local_size(dimension)));
  }
}

// A value as the work-item with other local ids computes it, emitted before a load; these are null where they are the
// same.
Value *StagedLoads::computed_for(Value *value, ArrayRef<Value *> ids, IRBuilder<> &builder, ValueToValueMapTy &done) {
  auto *instruction = dyn_cast<Instruction>(value);
  if (!instruction || isa<PHINode>(instruction)) return value;
  if (Value *known = done.lookup(value)) return known;
  const Intrinsic id = intrinsic_of(*instruction);
  if (id == Intrinsic::__wherry_local_id || id == Intrinsic::__wherry_global_id) {
    Value *number = cast<CallInst>(instruction)->getArgOperand(0);
    Value *other = ids[cast<ConstantInt>(number)->getZExtValue()];
    if (!other) return value;
    if (id == Intrinsic::__wherry_global_id) {
      CallInst *own =
          builder.CreateCall(declare_intrinsic(*group_.getParent(), Intrinsic::__wherry_local_id), {number});
      other = builder.CreateAdd(builder.CreateSub(value, own), other);
    }
    return done[value] = other;
  }
  SmallVector<Value *> operands;
  for (Use &operand : instruction->operands()) operands.push_back(computed_for(operand.get(), ids, builder, done));
  if (equal(operands, instruction->operands()) &&
      addresses_.dominators().dominates(instruction, &*builder.GetInsertPoint()))
    return done[value] = value;
  Instruction *made = instruction->clone();
  for (auto [k, operand] : enumerate(operands)) made->setOperand(unsigned(k), operand);
  return done[value] = builder.Insert(made, value->getName());
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

void StagedLoads::apply() {
  SCEVExpander expander(scev(), "staged");
  for (const Reading &reading : readings_) {
    IRBuilder<> builder(reading.load);
    SmallVector<Value *, 3> ids(3, nullptr);
    for (unsigned dimension = 0; dimension < 3; ++dimension)
      if (reading.fill->of_dimension[dimension] && reading.ids[dimension] != local_id(dimension))
        ids[dimension] = expand_at(*reading.load, reading.ids[dimension], expander);
    ValueToValueMapTy done;
    auto *made = cast<LoadInst>(reading.fill->source->clone());
    made->setOperand(0, computed_for(made->getPointerOperand(), ids, builder, done));
    builder.Insert(made, reading.load->getName());
    reading.load->replaceAllUsesWith(made);
  }
  for (const Reading &reading : readings_) reading.load->eraseFromParent();
  for (const auto &fill : fills_) fill->store->eraseFromParent();
  for (CallInst *barrier : barriers_) barrier->eraseFromParent();
  remove_dead_code(group_);
  drop_guards();
  remove_dead_code(group_);
  keep_rolled_for_good(group_);
}

}  // namespace

std::unique_ptr<Reshaping> staged_loads(Function &group) { return std::make_unique<StagedLoads>(group); }

}  // namespace wherry::compiler
