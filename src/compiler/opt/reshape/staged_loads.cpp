// SPDX-License-Identifier: Apache-2.0
#include <map>

#include "compiler/ir/intrinsics.h"
#include "compiler/opt/keep_rolled.h"
#include "compiler/opt/reshape/filled_array.h"
#include "compiler/opt/reshape/id_rewriting.h"
#include "compiler/opt/reshape/index_conversions.h"
#include "compiler/opt/reshape/reshaping.h"
#include "compiler/vectorise/cost.h"
#include "kernel_abi/abi.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/ConstantRange.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace wherry::compiler {

namespace {

// The operation that an index is the extension of.
Instruction *operation_of(Value *index) {
  while (isa<SExtInst, ZExtInst>(index)) index = cast<Instruction>(index)->getOperand(0);
  return dyn_cast<BinaryOperator>(index);
}

// The element k % 18 of row k / 18 is element k of the array.
void join_parts(GetElementPtrInst &element) {
  auto *row = dyn_cast<GetElementPtrInst>(element.getPointerOperand());
  if (!row || row->getNumIndices() != 1 || element.getNumIndices() != 1) return;
  auto *type = dyn_cast<ArrayType>(row->getSourceElementType());
  if (!type || type->getElementType() != element.getSourceElementType() || type->getNumElements() < 2) return;
  Instruction *quotient = operation_of(row->getOperand(1)), *remainder = operation_of(element.getOperand(1));
  if (!quotient || !remainder || quotient->getOperand(0) != remainder->getOperand(0)) return;
  auto has = [](const Instruction &part, unsigned opcode, uint64_t number) {
    return part.getOpcode() == opcode && match(part.getOperand(1), m_SpecificInt(number));
  };
  const uint64_t size = type->getNumElements();
  const bool masks = isPowerOf2_64(size) && has(*remainder, Instruction::And, size - 1);
  const bool is_signed = (has(*quotient, Instruction::SDiv, size) && has(*remainder, Instruction::SRem, size)) ||
                         (masks && has(*quotient, Instruction::AShr, Log2_64(size)));
  const bool is_unsigned = (has(*quotient, Instruction::UDiv, size) && has(*remainder, Instruction::URem, size)) ||
                           (masks && has(*quotient, Instruction::LShr, Log2_64(size)));
  if (!is_signed && !is_unsigned) return;
  IRBuilder<> builder(&element);
  element.setOperand(1, builder.CreateIntCast(quotient->getOperand(0), builder.getInt64Ty(), is_signed));
  element.setOperand(0, row->getPointerOperand());
}

// A loop's counter that is cut to fewer bits, which it has below its end, goes on uncut.
void go_on_uncut(PHINode &phi, const DominatorTree &dominators) {
  auto *branch = dyn_cast<BranchInst>(phi.getParent()->getTerminator());
  CmpPredicate predicate;
  const APInt *end, *mask;
  if (!branch || branch->isUnconditional() || !phi.getType()->isIntegerTy(64) || phi.getNumIncomingValues() != 2 ||
      !match(branch->getCondition(), m_ICmp(predicate, m_Trunc(m_Specific(&phi)), m_APInt(end))) ||
      (predicate != ICmpInst::ICMP_ULT && predicate != ICmpInst::ICMP_SLT) || !end->isStrictlyPositive() ||
      end->getActiveBits() > 30)  // the last step does not wrap around in 32 bits
    return;
  auto cuts = [&](Value *value) {
    Value *narrow;
    if (match(value, m_And(m_Specific(&phi), m_APInt(mask)))) return mask->isMask() && mask->uge(end->zext(64) - 1);
    if (match(value, m_ZExtOrSExt(m_Value(narrow)))) return match(narrow, m_Trunc(m_Specific(&phi)));
    return match(value, m_AShr(m_Shl(m_Specific(&phi), m_SpecificInt(32)), m_SpecificInt(32)));
  };
  auto is_small = [&](const Value *value) {
    return computeKnownBits(value, phi.getDataLayout()).countMinLeadingZeros() > 33;
  };
  const BasicBlock *body = branch->getSuccessor(0);
  for (Value *incoming : phi.incoming_values()) {
    auto *next = dyn_cast<BinaryOperator>(incoming);
    if (!next || next->getOpcode() != Instruction::Add || !body->getSinglePredecessor() ||
        !dominators.dominates(body, next->getParent()))
      continue;
    Value *start = phi.getIncomingValue(phi.getIncomingValue(0) == next);
    for (Use &operand : next->operands())
      if (cuts(operand) && is_small(next->getOperand(1 - operand.getOperandNo())) && is_small(start)) operand.set(&phi);
  }
}

constexpr unsigned kLocalFence = 1;  // CLK_LOCAL_MEM_FENCE

// A load of an element that work-items have filled.
struct Reading {
  LoadInst *load;
  FilledArray *array;
  Element element;
  Element coordinates;  // of the element's general fill
  // Quotients and remainders of coordinates in the source's index, and what they are here.
  SmallVector<std::pair<Instruction *, const SCEV *>, 2> parts = {};
};

struct LocalArray {
  SmallVector<LoadInst *, 8> loads;
  SmallVector<StoreInst *, 2> stores;
};

class StagedLoads final : public Reshaping {
 public:
  explicit StagedLoads(Function &group)
      : group_(group), facts_(KernelFacts::of(group)), origins_(facts_), calls_(prepare(group)), addresses_(group),
        bounds_(addresses_), local_fills_(origins_, addresses_, stored_, barriers_) {}

  bool find() override;
  void emit(LaunchShape &shape) override;
  void apply() override;
  bool needs_apart() const override { return true; }
  Hindrance hindrance() const override { return hindrance_; }

 private:
  static IdCalls prepare(Function &group);
  bool is_hindered(const Instruction &at, const char *what) {
    if (!hindrance_.at) hindrance_ = {&at, what};
    return false;
  }
  bool collect();
  bool collect_call(const CallBase &call);
  bool is_met_by_all(const CallInst &barrier, const PostDominatorTree &behind);
  bool only_fills(const Loop &loop) const;
  bool is_filled_before(const Fill &fill, const LoadInst &load) const;
  bool add_array(const LocalArray &array);
  std::optional<Reading> reading_of(LoadInst &load, FilledArray &array);
  void find_parts(Value *value, Reading &reading, SmallPtrSetImpl<Value *> &seen);
  void add_part(BinaryOperator &division, Reading &reading);
  bool can_expand(const SCEV *address, const LoadInst &load);
  bool is_own(const Reading &reading, unsigned coordinate) const;
  void read_in_place(const Reading &reading, SCEVExpander &expander);
  void replace_ids(ArrayRef<Value *> local_ids, ValueToValueMapTy &others, IRBuilder<> &builder);
  void drop_loops();
  void drop_guards();
  ScalarEvolution &scev() { return addresses_.scev(); }

  Function &group_;
  const KernelFacts facts_;
  const ArgumentOrigins origins_;
  const IdCalls calls_;
  AddressExpressions addresses_;
  ItemBounds bounds_;
  LocalFills local_fills_;
  MapVector<const Value *, LocalArray> arrays_;
  SmallSet<unsigned, 4> loaded_, stored_;  // arguments, by their slots
  SmallVector<CallInst *, 4> barriers_;
  bool fences_global_ = false;
  SmallVector<std::unique_ptr<Fill>, 4> fills_;
  SmallVector<std::unique_ptr<FilledArray>, 4> filled_;
  SmallVector<Reading, 8> readings_;
  Hindrance hindrance_;
};

// Prepares the function for scalar evolution.
IdCalls StagedLoads::prepare(Function &group) {
  write_conversions(group);
  IdCalls calls = unify_id_calls(group, {Intrinsic::__wherry_local_size, Intrinsic::__wherry_enqueued_local_size,
                                         Intrinsic::__wherry_local_id, Intrinsic::__wherry_global_id,
                                         Intrinsic::__wherry_group_id});
  // LLVM then sees that conversions of local ids and sizes keep them.
  for (auto &[id, call] : calls) {
    const bool is_size = local_size_of(call).has_value();
    if (is_size || id.first == Intrinsic::__wherry_local_id)
      cast<CallInst>(call)->addRangeRetAttr(
          ConstantRange(APInt(64, is_size), APInt(64, abi::kMaxWorkGroupSize + is_size)));
  }
  for (Instruction &instruction : make_early_inc_range(instructions(group)))
    if (auto *element = dyn_cast<GetElementPtrInst>(&instruction)) join_parts(*element);
  const DominatorTree dominators(group);
  for (BasicBlock &block : group)
    for (PHINode &phi : block.phis()) go_on_uncut(phi, dominators);
  return calls;
}

bool StagedLoads::find() {
  if (!collect() || arrays_.empty() || barriers_.empty()) return false;
  const PostDominatorTree behind(group_);
  for (const CallInst *barrier : barriers_)
    if (!is_met_by_all(*barrier, behind))
      return is_hindered(*barrier, "not all work-items are seen to meet this barrier");
  // Without local memory, a barrier orders what work-items store to arguments' memory.
  if (fences_global_ && any_of(loaded_, [&](unsigned slot) { return stored_.contains(slot); }))
    return is_hindered(*barriers_[0], "work-items may load what others have stored to an argument's memory");
  if (!all_of(arrays_, [&](const auto &array) { return add_array(array.second); })) return false;
  for (const auto &fill : fills_)
    if (fill->loop && !only_fills(*fill->loop))
      return is_hindered(*fill->store, "its loop does more than fill an array");
  return !readings_.empty();
}

bool StagedLoads::add_array(const LocalArray &array) {
  SmallVector<const Fill *, 4> fills;
  for (StoreInst *store : array.stores) {
    auto fill = local_fills_.fill_of(*store);
    if (!fill)
      return is_hindered(*store, "what is stored, or where, hangs on more than ids and what arguments' memory has");
    fills.push_back(fills_.emplace_back(std::make_unique<Fill>(std::move(*fill))).get());
  }
  if (fills.empty()) return false;
  filled_.push_back(std::make_unique<FilledArray>(addresses_, bounds_, calls_));
  if (!filled_.back()->add(fills)) return is_hindered(*array.stores[0], "what an element has hangs on who stores it");
  for (LoadInst *load : array.loads) {
    auto reading = reading_of(*load, *filled_.back());
    if (!reading) return is_hindered(*load, "an element may be loaded that nobody has filled before a barrier");
    readings_.push_back(std::move(*reading));
  }
  return true;
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
      if (!collect_call(*call)) return is_hindered(*call, "work-items may see this call");
      continue;
    }
    if (!instruction.mayReadOrWriteMemory() || instruction.hasMetadata(LLVMContext::MD_invariant_load)) continue;
    const Value *pointer = getLoadStorePointerOperand(&instruction);
    static constexpr char other[] = "an access that is atomic, volatile, or to memory that is not known";
    if (!pointer || instruction.isAtomic() || instruction.isVolatile()) return is_hindered(instruction, other);
    const PointerOrigin origin = origins_.of(pointer);
    auto *load = dyn_cast<LoadInst>(&instruction);
    switch (origin.kind) {
    case PointerOrigin::private_variable: break;
    case PointerOrigin::program_scope:
      if (!load || !is_constant(origin.object)) return is_hindered(instruction, other);
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
    default: return is_hindered(instruction, other);
    }
  }
  return true;
}

bool StagedLoads::collect_call(const CallBase &call) {
  if (isa<LifetimeIntrinsic>(call)) return true;
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

// Whether work-items take all branches alike that decide whether they meet the barrier, and how often. Others OpenCL
// forbids, and programs have them (`if (get_global_id(0) >= n) return;`): some elements are not filled then, and
// nothing is staged.
bool StagedLoads::is_met_by_all(const CallInst &barrier, const PostDominatorTree &behind) {
  // The barrier's block is control-dependent on some blocks, these on others.
  SmallSetVector<BasicBlock *, 8> deciding;
  auto add_deciding = [&](const BasicBlock *on) {
    for (BasicBlock &block : group_)
      if (succ_size(&block) > 1 && !behind.properlyDominates(on, &block) &&
          any_of(successors(&block), [&](const BasicBlock *next) { return behind.dominates(on, next); }))
        deciding.insert(&block);
  };
  add_deciding(barrier.getParent());
  for (unsigned k = 0; k < deciding.size(); ++k) {
    auto *branch = dyn_cast<BranchInst>(deciding[k]->getTerminator());
    const Fill none{.at = branch};
    if (!branch || !local_fills_.is_from_ids(branch->getCondition(), none)) return false;
    add_deciding(deciding[k]);
  }
  return true;
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

// Whether the work-item itself has filled the element, as far as a coordinate tells.
bool StagedLoads::is_own(const Reading &reading, unsigned coordinate) const {
  const Coordinate &each = reading.array->general().coordinates[coordinate];
  auto *leaf = dyn_cast<SCEVUnknown>(reading.coordinates[coordinate]);
  return each.dimension && leaf && dimension_of(leaf->getValue(), Intrinsic::__wherry_local_id) == each.dimension;
}

std::optional<Reading> StagedLoads::reading_of(LoadInst &load, FilledArray &array) {
  if (!all_of(array.fills(), [&](const Fill *fill) { return is_filled_before(*fill, load); })) return {};
  auto element = array.element_at(local_fills_.offset_of(load));
  if (!element || !array.is_filled(*element, load)) return {};
  Reading reading{&load, &array, *element, array.coordinates_of(*element)};
  if (array.fills().size() > 1)
    return can_expand(array.source_of(*element), load) ? std::optional(reading) : std::nullopt;
  SmallPtrSet<Value *, 16> seen;
  find_parts(array.general().source->getPointerOperand(), reading, seen);
  return reading;
}

// Whether all values that an address is made of are known before a load.
bool StagedLoads::can_expand(const SCEV *address, const LoadInst &load) {
  return !SCEVExprContains(address, [&](const SCEV *part) {
    auto *leaf = dyn_cast<SCEVUnknown>(part);
    return isa<SCEVUDivExpr, SCEVCouldNotCompute>(part) ||
           (leaf && !addresses_.dominators().dominates(leaf->getValue(), &load));
  });
}

// Finds where the index of the fill's source divides a coordinate by a number.
void StagedLoads::find_parts(Value *value, Reading &reading, SmallPtrSetImpl<Value *> &seen) {
  auto *instruction = dyn_cast<Instruction>(value);
  if (!instruction || isa<PHINode, LoadInst>(instruction) || !seen.insert(value).second) return;
  if (auto *operation = dyn_cast<BinaryOperator>(instruction)) add_part(*operation, reading);
  for (Use &operand : instruction->operands()) find_parts(operand.get(), reading, seen);
}

// Where the source's index divides a coordinate k by a number, as in k / 18 and k % 18, and the load's k is known as
// y * 18 + x with x < 18: the quotient is y, the remainder x.
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
  const Value *dividend = without_conversions(division.getOperand(0));
  const auto &coordinates = reading.array->general().coordinates;
  const auto *of = find_if(coordinates, [&](const Coordinate &each) { return each.leaf == dividend; });
  if (of == coordinates.end()) return;
  const SCEV *whole = reading.coordinates[size_t(of - coordinates.begin())];
  Terms terms;
  bounds_.add_terms(whole, 1, terms);
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
  const auto most = bounds_.most_of(remainder, *reading.load);
  if (!most || !bounds_.require_below(*most, uint64_t(by))) return;
  const SCEV *part = !quotient ? remainder : quotients.empty() ? zero : scev().getAddExpr(quotients);
  reading.parts.emplace_back(&division, scev().getTruncateOrNoop(part, division.getType()));
}

void StagedLoads::emit(LaunchShape &shape) {
  addresses_.require_bounds(shape);
  local_fills_.require_whole(shape);
  bounds_.emit(shape);
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

// Goes past branches behind which both ways do nothing until they meet.
void StagedLoads::drop_guards() {
  auto behind_empty = [](BasicBlock *block) {
    for (SmallPtrSet<BasicBlock *, 8> seen; block->size() == 1 && seen.insert(block).second;) {
      BasicBlock *next = block->getSingleSuccessor();
      if (!next || !next->phis().empty()) break;
      block = next;
    }
    return block;
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (BasicBlock &block : group_) {
      auto *branch = dyn_cast<BranchInst>(block.getTerminator());
      if (!branch || branch->isUnconditional()) continue;
      BasicBlock *meet = behind_empty(branch->getSuccessor(0));
      if (meet != behind_empty(branch->getSuccessor(1)) || meet == &block || !meet->phis().empty()) continue;
      ReplaceInstWithInst(branch, BranchInst::Create(meet));
      changed = true;
    }
    remove_dead_code(group_);
  }
  removeUnreachableBlocks(group_);
}

// Adds the calls of ids, and what they are with other local ids; null: those of the work-item itself.
void StagedLoads::replace_ids(ArrayRef<Value *> local_ids, ValueToValueMapTy &others, IRBuilder<> &builder) {
  for (const auto &[id, call] : calls_) {
    Value *local_id = local_ids[id.second];
    if (!local_id) continue;
    if (id.first == Intrinsic::__wherry_local_id) others[call] = local_id;
    if (id.first != Intrinsic::__wherry_global_id) continue;
    CallInst *own = builder.CreateCall(declare_intrinsic(*group_.getParent(), Intrinsic::__wherry_local_id),
                                       {builder.getInt32(id.second)});
    others[call] = builder.CreateAdd(builder.CreateSub(call, own), local_id);
  }
}

void StagedLoads::read_in_place(const Reading &reading, SCEVExpander &expander) {
  const Fill &fill = reading.array->general();
  IRBuilder<> builder(reading.load);
  auto *made = cast<LoadInst>(fill.source->clone());
  if (reading.array->fills().size() > 1) {
    made->setOperand(0, expand_at(*reading.load, reading.array->source_of(reading.element), expander));
  } else {
    // As the work-item computes it that has filled the element.
    std::array<Value *, 3> ids{};
    ValueToValueMapTy others;
    for (const auto &[k, coordinate] : enumerate(fill.coordinates)) {
      if (is_own(reading, unsigned(k))) continue;
      Value *value = expand_at(*reading.load, reading.coordinates[k], expander);
      if (coordinate.dimension)
        ids[*coordinate.dimension] = value;
      else
        others[coordinate.leaf] = builder.CreateTrunc(value, coordinate.leaf->getType());
    }
    for (const auto &[dimension, of_items] : enumerate(fill.of_items))
      if (of_items.is_one()) ids[dimension] = builder.getInt64(of_items.begin);
    replace_ids(ids, others, builder);
    for (auto [division, part] : reading.parts) others[division] = expand_at(*reading.load, part, expander);
    made->setOperand(0, computed_with(others, made->getPointerOperand(), builder, [&](const Instruction &each) {
                       return !(fill.loop && fill.loop->contains(&each)) &&
                              addresses_.dominators().dominates(&each, reading.load);
                     }));
  }
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
  keep_rolled_for_good(group_);
}

}  // namespace

std::unique_ptr<Reshaping> staged_loads(Function &group) { return std::make_unique<StagedLoads>(group); }

}  // namespace wherry::compiler
