// SPDX-License-Identifier: Apache-2.0
#include "compiler/vectorise/emit/body.h"

#include "compiler/analysis/target.h"
#include "compiler/ir/conditions.h"
#include "compiler/ir/intrinsics.h"
#include "compiler/ir/metadata.h"
#include "compiler/lower/image_calls.h"
#include "compiler/lower/precompiled.h"
#include "compiler/vectorise/cost.h"
#include "kernel_abi/abi.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

using namespace llvm;

namespace wherry::compiler {

namespace {

bool element_type(Type *type) {
  return VectorType::isValidElementType(type) && !type->isX86_FP80Ty() && !type->isFP128Ty();
}

bool wideable(Type *type) {
  if (type->isVoidTy()) return true;
  if (auto *structure = dyn_cast<StructType>(type)) return all_of(structure->elements(), element_type);
  return element_type(type);
}

bool has_vector_form(const Instruction &instruction) {
  if (auto *call = dyn_cast<CallInst>(&instruction)) {
    auto *intrinsic = dyn_cast<IntrinsicInst>(call);
    return intrinsic ? isTriviallyVectorizable(intrinsic->getIntrinsicID())
                     : calls_precompiled(*call) || image_call_of(*call);
  }
  if (instruction.isAtomic()) return false;
  if (auto *load = dyn_cast<LoadInst>(&instruction)) return !load->isVolatile();
  if (auto *store = dyn_cast<StoreInst>(&instruction)) return !store->isVolatile();
  return isa<UnaryOperator, BinaryOperator, CastInst, CmpInst, SelectInst, FreezeInst, GetElementPtrInst,
             ExtractValueInst, InsertValueInst>(instruction);
}

bool has_no_effect(const Instruction &instruction) {
  auto *intrinsic = dyn_cast<IntrinsicInst>(&instruction);
  return intrinsic && (isa<LifetimeIntrinsic>(intrinsic) || intrinsic->isAssumeLikeIntrinsic());
}

}  // namespace

VectorBody::VectorBody(Loop &items, PHINode *index, const Linearisation &flow, const LaneStrides &strides,
                       unsigned width, unsigned register_bits, BasicBlock &prologue, LaneVariables &variables)
    : items_(items), index_(index), flow_(flow), strides_(strides), width_(width), register_bits_(register_bits),
      permutes_bytes_(TargetDescription::of(*prologue.getParent()).has_byte_permutations), prologue_(prologue),
      function_(*prologue.getParent()), context_(function_.getContext()), layout_(function_.getDataLayout()),
      builder_(context_), variables_(variables) {}

std::string VectorBody::why_not(const Loop &items, const LaneStrides &strides) {
  for (BasicBlock *block : items.blocks())
    for (Instruction &instruction : *block) {
      if (isa<InvokeInst, CallBrInst, IndirectBrInst, VAArgInst, AllocaInst>(instruction))
        return std::string("it has a ") + instruction.getOpcodeName();
      if (has_no_effect(instruction)) continue;
      if (!instruction.mayWriteToMemory() && strides.uniform(&instruction)) continue;
      if (isa<LoadInst, StoreInst>(instruction) && getLoadStoreType(&instruction)->isAggregateType())
        return "it loads or stores a large structure or array at once";
      // Lanes choose between elements of vectors, not between structures.
      const bool chooses = isa<SelectInst, PHINode>(instruction) && instruction.getType()->isStructTy();
      if (chooses || !wideable(instruction.getType())) return "it has values that are no elements of vectors";
      if (isa<CallInst>(instruction) && cast<CallInst>(instruction).isInlineAsm()) return "it has inline assembly";
      if (image_call_of(instruction))
        for (unsigned k = 0; k < kUniformParameters; ++k)
          if (!strides.uniform(instruction.getOperand(k))) return "its work-items use different images or samplers";
      for (const Value *operand : instruction.operands())
        if (!isa<BasicBlock, Function, MetadataAsValue>(operand) && !strides.uniform(operand) &&
            !wideable(operand->getType()))
          return "it has values that are no elements of vectors";
    }
  return {};
}

bool VectorBody::wants_guard(const BasicBlock &block, const Uniformity &uniformity, const Linearisation &flow) {
  if (is_rare(block)) return true;
  unsigned instructions = 0;
  for (const Instruction &instruction : block) {
    if (isa<PHINode>(instruction) || has_no_effect(instruction)) continue;
    if (instruction.isTerminator()) {
      if (!flow.linear(&block) && instruction.getNumSuccessors() > 1) return true;
      continue;
    }
    const bool once = !instruction.mayWriteToMemory() && uniformity.uniform(instruction);
    if (once ? !isSafeToSpeculativelyExecute(&instruction) : !has_vector_form(instruction)) return true;
    if (image_call_of(instruction)) return true;
    // A store of all lanes together would be made without a lane, too.
    if (auto *store = dyn_cast<StoreInst>(&instruction);
        store && uniformity.uniform(*store->getPointerOperand()) && uniformity.uniform(*store->getValueOperand()))
      return true;
    instructions += isa<LoadInst, StoreInst>(instruction) ? cost::kGuardedAccess : 1;
  }
  if (instructions >= cost::kLeastGuarded) return true;
  return any_of(successors(&block), [&](const BasicBlock *next) {
    return flow.loop_of(next)->getHeader() == next && !flow.loop_of(next)->contains(&block);
  });
}

BasicBlock *VectorBody::new_block(const Twine &name) {
  auto *made = BasicBlock::Create(context_, name, &function_);
  made_.insert(made);
  return made;
}

Type *VectorBody::wide(Type *type) const {
  if (auto *structure = dyn_cast<StructType>(type)) {
    SmallVector<Type *> members;
    for (Type *member : structure->elements()) members.push_back(wide(member));
    return StructType::get(context_, members);
  }
  return FixedVectorType::get(type, width_);
}

AllocaInst *VectorBody::slot(Type *type, const Twine &name) {
  auto *made = new AllocaInst(type, layout_.getAllocaAddrSpace(), name, function_.getEntryBlock().begin());
  slots_.push_back(made);
  return made;
}

Value *VectorBody::any(Value *mask) {
  return builder_.CreateICmpNE(builder_.CreateBitCast(mask, builder_.getIntNTy(width_)), builder_.getIntN(width_, 0),
                               "any");
}

Value *VectorBody::scalar(Value *value) {
  if (auto found = scalars_.find(value); found != scalars_.end()) return found->second;
  if (auto *variable = dyn_cast<AllocaInst>(value); variable && strides_.variable(variable)) {
    const LaneVariable &layout = *strides_.variable(variable);
    const uint64_t bytes = variable->getAllocationSize(layout_)->getFixedValue();
    AllocaInst *&all = variables_[variable];
    if (!all)
      all = new AllocaInst(ArrayType::get(Type::getInt8Ty(context_), alignTo(bytes, layout.lane_bytes) * width_),
                           layout_.getAllocaAddrSpace(), nullptr, std::max(variable->getAlign(), Align(64)),
                           variable->getName() + ".lanes", function_.getEntryBlock().begin());
    Value *flat = all;
    if (all->getType() != variable->getType())
      flat = IRBuilder<>(prologue_.getTerminator()).CreateAddrSpaceCast(all, variable->getType());
    return scalars_[value] = flat;
  }
  assert(!strides_.inside(value) && "a lane's value asked for as one");
  return value;
}

Value *VectorBody::vector(Value *value) {
  if (auto found = vectors_.find(value); found != vectors_.end()) return found->second;
  if (auto *constant = dyn_cast<Constant>(value); constant && !isa<StructType>(value->getType()))
    return ConstantVector::getSplat(ElementCount::getFixed(width_), constant);
  Value *one = scalar(value);
  IRBuilder<> at(prologue_.getTerminator());
  if (auto *definition = dyn_cast<Instruction>(one); definition && made_.contains(definition->getParent())) {
    if (isa<PHINode>(definition))
      at.SetInsertPoint(definition->getParent(), definition->getParent()->getFirstInsertionPt());
    else
      at.SetInsertPoint(definition->getParent(), std::next(definition->getIterator()));
  }
  if (auto *structure = dyn_cast<StructType>(value->getType())) {
    Value *all = PoisonValue::get(wide(structure));
    for (unsigned k = 0; k < structure->getNumElements(); ++k)
      all = at.CreateInsertValue(all, at.CreateVectorSplat(width_, at.CreateExtractValue(one, k)), k);
    return vectors_[value] = all;
  }
  const int64_t stride = *strides_.stride(value);
  Value *all = nullptr;
  if (stride == 0) {
    all = at.CreateVectorSplat(width_, one);
  } else {
    auto *type = value->getType()->isPointerTy() ? Type::getInt64Ty(context_) : value->getType();
    SmallVector<Constant *> steps;
    for (unsigned lane = 0; lane < width_; ++lane) steps.push_back(ConstantInt::get(type, uint64_t(stride) * lane));
    Constant *step = ConstantVector::get(steps);
    all = value->getType()->isPointerTy() ? at.CreateGEP(at.getInt8Ty(), one, step)
                                          : at.CreateAdd(at.CreateVectorSplat(width_, one), step);
  }
  return vectors_[value] = all;
}

Value *VectorBody::first_lane(Value *value) {
  builder_.SetInsertPoint(back());
  return is_scalar(value) ? scalar(value) : builder_.CreateExtractElement(vector(value), uint64_t(0));
}

void VectorBody::emit(BasicBlock &entry, Value *first, Value *mask, BasicBlock *leave) {
  made_.insert(&entry);
  entry_mask_ = mask;
  leave_ = leave;
  scalars_[index_] = first;
  at_first_item_ = {{index_, Constant::getNullValue(index_->getType())}};
  if (strides_.speculates() && !leave) {
    builder_.SetInsertPoint(&entry);
    for (AllocaInst **of : {&remaining_, &peeled_}) *of = slot(mask->getType(), "remaining");
    builder_.CreateStore(mask, remaining_);
    builder_.CreateStore(Constant::getNullValue(mask->getType()), peeled_);
  }
  for (BasicBlock *original : flow_.order()) {
    entries_[original] = new_block(original->getName() + ".v");
    if (flow_.has_mask(original))
      masks_[original] = slot(FixedVectorType::get(builder_.getInt1Ty(), width_), original->getName() + ".mask");
    const Loop *loop = flow_.loop_of(original);
    const bool header = loop->getHeader() == original;
    if (loop == &items_ && header) continue;
    if (header || !flow_.keeps_edges(original))
      for (PHINode &phi : original->phis()) {
        phis_[&phi] = slot(is_scalar(&phi) ? phi.getType() : wide(phi.getType()), phi.getName());
        if (has_first_lane(phi)) first_lanes_[&phi] = slot(phi.getType(), phi.getName() + ".first");
      }
  }
  for (BasicBlock *original : flow_.order()) block(original);
}

void VectorBody::block(BasicBlock *original) {
  builder_.SetInsertPoint(entry_of(original));
  predicated_ = flow_.predicated(original);
  const Loop *loop = flow_.loop_of(original);
  const bool header = loop->getHeader() == original;
  if (!(loop == &items_ && header))
    for (PHINode &node : original->phis()) phi(node);
  if (header) {
    // An iteration begins: no lane has reached a block of the loop yet, no value a phi.
    for (auto &[of, mask] : masks_)
      if (flow_.loop_of(of) == loop && of != original)
        builder_.CreateStore(Constant::getNullValue(mask->getAllocatedType()), mask);
    for (auto &[of, value] : phis_)
      if (flow_.loop_of(of->getParent()) == loop && of->getParent() != original)
        builder_.CreateStore(PoisonValue::get(value->getAllocatedType()), value);
  }
  BasicBlock *masked = flow_.mask_of(original);
  AllocaInst *mask = masked ? masks_[masked] : remaining_;
  mask_ = mask ? builder_.CreateLoad(mask->getAllocatedType(), mask) : entry_mask_;
  if (BasicBlock *skip = flow_.skip(original)) {
    BasicBlock *entered = new_block(original->getName() + ".any");
    builder_.CreateCondBr(any(mask_), entered, entry_of(skip));
    builder_.SetInsertPoint(entered);
  }
  find_groups(*original);
  for (Instruction &part : *original)
    if (!isa<PHINode>(part) && !part.isTerminator()) instruction(part);
  leave(original);
}

void VectorBody::phi(PHINode &phi) {
  const bool one = is_scalar(&phi);
  Value *made = nullptr;
  if (auto found = phis_.find(&phi); found != phis_.end()) {
    made = builder_.CreateLoad(found->second->getAllocatedType(), found->second, phi.getName());
  } else {
    PHINode *node = builder_.CreatePHI(one ? phi.getType() : wide(phi.getType()), phi.getNumIncomingValues());
    for (unsigned k = 0; k < phi.getNumIncomingValues(); ++k) {
      Value *incoming = phi.getIncomingValue(k);
      node->addIncoming(one ? scalar(incoming) : vector(incoming), ends_.lookup(phi.getIncomingBlock(k)));
    }
    made = node;
  }
  (one ? scalars_ : vectors_)[&phi] = made;
  if (AllocaInst *first = first_lanes_.lookup(&phi))
    scalars_[&phi] = builder_.CreateLoad(first->getAllocatedType(), first, phi.getName());
}

// Whether a phi's stride rests on checks made at its uses: both the vector and the first lane's value are needed.
bool VectorBody::has_first_lane(const PHINode &phi) const {
  return !strides_.uniform(&phi) && !strides_.of(&phi).checks().empty();
}

// Whether inactive lanes may enter a block: one without effects or faults, behind which all lanes go on, and
// whose lanes decide of no scalar.
bool VectorBody::may_run_inactive_lanes(BasicBlock *block) {
  BasicBlock *next = block->getSingleSuccessor();
  if (!next || flow_.loop_of(block) != &items_ || flow_.loop_of(next) != &items_ || flow_.mask_of(block) != block ||
      flow_.mask_of(next))
    return false;
  auto is_scalar_phi = [&](PHINode &phi) { return is_scalar(&phi); };
  return none_of(block->phis(), is_scalar_phi) && none_of(next->phis(), is_scalar_phi) &&
         all_of(*block, [](const Instruction &each) {
           return each.isTerminator() || calls_precompiled(each) ||
                  (!each.mayReadOrWriteMemory() && isSafeToSpeculativelyExecute(&each));
         });
}

// The operands that `condition` combines by "or" (`any`), or by "and".
static SmallVector<Value *> parts_of(Value *condition, bool any) {
  SmallVector<Value *> parts{condition};
  for (unsigned i = 0; i < parts.size();) {
    Value *left = nullptr, *right = nullptr;
    if (parts.size() < cost::kMostConditions && is_joined(parts[i], !any, left, right)) {
      parts[i] = left;
      parts.push_back(right);
    } else {
      ++i;
    }
  }
  return parts;
}

// The disjunction (`any`), or the conjunction, of the uniform parts of a condition, and of the others; null: there is
// none.
std::pair<Value *, Value *> VectorBody::uniform_and_divergent(ArrayRef<Value *> parts, bool any) {
  Value *one = nullptr, *lanes = nullptr;
  for (Value *part : parts) {
    const bool uniform = strides_.uniform(part);
    // Evaluated in another order, and maybe for no lane: a part may be poison where an earlier one of the source
    // decides.
    Value *next = builder_.CreateFreeze(uniform ? scalar(part) : vector(part));
    Value *&sum = uniform ? one : lanes;
    sum = !sum ? next : any ? builder_.CreateOr(sum, next) : builder_.CreateAnd(sum, next);
  }
  return {one, lanes};
}

VectorBody::EdgeMask VectorBody::edge_mask(BasicBlock *from, BasicBlock *to) {
  EdgeMask mask{mask_, nullptr};
  Instruction *end = from->getTerminator();
  Value *asked = nullptr, *taken = nullptr;
  bool all_same = true;
  if (auto *branch = dyn_cast<BranchInst>(end)) {
    if (branch->isUnconditional() || branch->getSuccessor(0) == branch->getSuccessor(1)) return mask;
    asked = branch->getCondition();
    all_same = strides_.uniform(asked);
    taken = divergent_part_ ? divergent_part_ : all_same ? scalar(asked) : vector(asked);
    if (branch->getSuccessor(0) != to) taken = builder_.CreateNot(taken);
  } else {
    auto *choice = cast<SwitchInst>(end);
    asked = choice->getCondition();
    all_same = strides_.uniform(asked);
    auto is = [&](ConstantInt *value) {
      return all_same ? builder_.CreateICmpEQ(scalar(asked), value)
                      : builder_.CreateICmpEQ(vector(asked), vector(value));
    };
    // The default edge takes the lanes that no other edge takes.
    const bool other = choice->getDefaultDest() == to;
    for (auto &one : choice->cases())
      if ((one.getCaseSuccessor() == to) != other)
        taken = taken ? builder_.CreateOr(taken, is(one.getCaseValue())) : is(one.getCaseValue());
    if (!taken) return mask;
    if (other) taken = builder_.CreateNot(taken);
  }
  if (all_same && !divergent_part_)
    mask.condition = taken;
  else if (mostly_full_ && !flow_.mask_of(from) && may_run_inactive_lanes(to))
    mask.lanes =
        builder_.CreateFreeze(taken);  // branches ask whether any lane is active, and an inactive one may be poison
  else
    // A select, not an "and": an inactive lane's condition may be poison, which "and" would propagate.
    mask.lanes = mask_ ? builder_.CreateSelect(mask_, taken, Constant::getNullValue(taken->getType())) : taken;
  return mask;
}

Value *VectorBody::lanes_of(const EdgeMask &mask) {
  Value *lanes =
      mask.lanes ? mask.lanes : Constant::getAllOnesValue(FixedVectorType::get(builder_.getInt1Ty(), width_));
  return mask.condition ? builder_.CreateSelect(mask.condition, lanes, Constant::getNullValue(lanes->getType()))
                        : lanes;
}

// What goes along an edge: the mask of the lanes that take it, and the values of phis.
void VectorBody::edge(BasicBlock *from, BasicBlock *to, const EdgeMask &mask) {
  const Loop *loop = flow_.loop_of(to);
  const bool header = loop->getHeader() == to;
  if (loop == &items_ && header) return;
  if (auto found = masks_.find(to); found != masks_.end()) {
    Value *lanes = lanes_of(mask);
    if (!header) lanes = builder_.CreateOr(builder_.CreateLoad(lanes->getType(), found->second), lanes);
    builder_.CreateStore(lanes, found->second);
  }
  SmallVector<std::pair<AllocaInst *, Value *>> moves;
  for (PHINode &phi : to->phis()) {
    auto found = phis_.find(&phi);
    if (found == phis_.end() || is_kept_while_active(phi)) continue;
    Value *incoming = phi.getIncomingValueForBlock(from);
    const bool one = is_scalar(&phi);
    Value *value = one ? scalar(incoming) : vector(incoming);
    // At a loop's entry no other edge's value is to be kept, and inactive lanes do not matter.
    if (!header && (mask.lanes || mask.condition)) {
      Value *old = builder_.CreateLoad(value->getType(), found->second);
      if (one && mask.lanes) {
        value = builder_.CreateSelect(any(lanes_of(mask)), value, old);
      } else {
        if (mask.lanes) value = builder_.CreateSelect(mask.lanes, value, old);
        if (mask.condition) value = builder_.CreateSelect(mask.condition, value, old);
      }
    }
    moves.push_back({found->second, value});
    if (AllocaInst *first = first_lanes_.lookup(&phi)) moves.push_back({first, scalar(incoming)});
  }
  for (auto &[where, value] : moves) builder_.CreateStore(value, where);
}

// Whether a phi has a single incoming edge, by which lanes leave a divergent loop one by one.
bool VectorBody::is_kept_while_active(const PHINode &phi) const {
  if (phi.getNumIncomingValues() != 1 || is_scalar(&phi)) return false;
  const Loop *loop = flow_.loop_of(phi.getIncomingBlock(0));
  return flow_.divergent(loop) && !loop->contains(phi.getParent());
}

// Stores the value of such a phi in every iteration, for active lanes only: a lane's last store stays. So the edge
// needs no mask of its own.
void VectorBody::keep_while_active(BasicBlock *from) {
  for (BasicBlock *to : successors(from))
    for (PHINode &phi : to->phis()) {
      auto found = phis_.find(&phi);
      if (found == phis_.end() || !is_kept_while_active(phi)) continue;
      Value *value = vector(phi.getIncomingValue(0));
      if (mask_) value = builder_.CreateSelect(mask_, value, builder_.CreateLoad(value->getType(), found->second));
      builder_.CreateStore(value, found->second);
    }
}

// Whether each iteration of a loop runs the block with all lanes that have not left.
static bool has_all_lanes(const BasicBlock *block, const Loop &loop) {
  while (block != loop.getHeader()) {
    const BasicBlock *before = block->getSinglePredecessor();
    if (!before || !loop.contains(before)) return false;
    for (const BasicBlock *next : successors(before))
      if (next != block && loop.contains(next)) return false;
    block = before;
  }
  return true;
}

// Where a uniform condition, or a uniform part of one, lets all lanes that are left in a divergent loop leave it, a
// branch leaves it: cheaper than a mask, and the iteration's other lanes need none. The branch's divergent part stays.
void VectorBody::leave_together(BasicBlock *original) {
  const Loop *loop = flow_.loop_of(original);
  auto *branch = dyn_cast<BranchInst>(original->getTerminator());
  if (!branch || branch->isUnconditional() || !flow_.divergent(loop) || !has_all_lanes(original, *loop)) return;
  const bool stays_if_true = loop->contains(branch->getSuccessor(0));
  if (stays_if_true == loop->contains(branch->getSuccessor(1)) || flow_.keeps_edges(flow_.after(loop))) return;
  Value *condition = branch->getCondition();
  const SmallVector<Value *> parts = parts_of(condition, /*any=*/!stays_if_true);
  if (none_of(parts, [&](Value *part) { return strides_.uniform(part); })) return;
  auto [one, lanes] = uniform_and_divergent(parts, /*any=*/!stays_if_true);
  BasicBlock *left = new_block(original->getName() + ".left"), *stay = new_block(original->getName() + ".stay");
  builder_.CreateCondBr(one, stays_if_true ? stay : left, stays_if_true ? left : stay);
  builder_.SetInsertPoint(left);
  edge(original, branch->getSuccessor(stays_if_true), {mask_, nullptr});
  builder_.CreateBr(entry_of(flow_.after(loop)));
  builder_.SetInsertPoint(stay);
  divergent_part_ = lanes ? lanes : ConstantInt::getBool(wide(builder_.getInt1Ty()), stays_if_true);
}

void VectorBody::leave(BasicBlock *original) {
  keep_while_active(original);
  leave_together(original);
  SmallVector<BasicBlock *> targets;
  for (BasicBlock *to : successors(original))
    if (!is_contained(targets, to)) targets.push_back(to);
  for (BasicBlock *to : targets)
    if (items_.contains(to)) edge(original, to, edge_mask(original, to));
  divergent_part_ = nullptr;
  ends_[original] = builder_.GetInsertBlock();
  if (original == items_.getLoopLatch()) return;
  const Loop *loop = flow_.loop_of(original);
  if (loop->getLoopLatch() == original && flow_.divergent(loop)) {
    AllocaInst *mask = masks_[loop->getHeader()];
    Value *left = any(builder_.CreateLoad(mask->getAllocatedType(), mask));
    builder_.CreateCondBr(left, entry_of(loop->getHeader()), entry_of(flow_.after(loop)));
    return;
  }
  auto exits = flow_.exits(original);
  if (exits.size() == 1) {
    builder_.CreateBr(entry_of(exits[0].next));
    return;
  }
  auto next = [&](BasicBlock *to) {
    for (auto &exit : exits)
      if (exit.successor == to) return entry_of(exit.next);
    llvm_unreachable("an edge without an end");
  };
  if (auto *branch = dyn_cast<BranchInst>(original->getTerminator())) {
    builder_.CreateCondBr(scalar(branch->getCondition()), next(branch->getSuccessor(0)), next(branch->getSuccessor(1)));
    return;
  }
  auto *choice = cast<SwitchInst>(original->getTerminator());
  SwitchInst *made =
      builder_.CreateSwitch(scalar(choice->getCondition()), next(choice->getDefaultDest()), choice->getNumCases());
  for (auto &one : choice->cases()) made->addCase(one.getCaseValue(), next(one.getCaseSuccessor()));
}

// A skipped block's definitions do not dominate their uses.
void VectorBody::repair(Function &function, ArrayRef<VectorBody *> bodies) {
  DominatorTree dominators(function);
  auto promote = [&] {
    SmallVector<AllocaInst *> ready;
    for (VectorBody *body : bodies) {
      copy_if(body->slots_, std::back_inserter(ready), isAllocaPromotable);
      body->slots_.clear();
    }
    PromoteMemToReg(ready, dominators);
  };
  promote();
  for (VectorBody *body : bodies) {
    SmallVector<Instruction *> astray;
    for (BasicBlock *block : body->made_)
      for (Instruction &instruction : *block)
        if (any_of(instruction.uses(), [&](const Use &use) { return !dominators.dominates(&instruction, use); }))
          astray.push_back(&instruction);
    for (Instruction *instruction : astray)
      if (AllocaInst *made = DemoteRegToStack(*instruction, false, function.getEntryBlock().begin()))
        body->slots_.push_back(made);
  }
  promote();
}

void VectorBody::instruction(Instruction &original) {
  if (has_no_effect(original)) return;
  builder_.SetCurrentDebugLocation(original.getDebugLoc());
  if (original.hasMetadata(kSpeculativelyUniform)) return speculate(original);
  if (sees_sub_groups(intrinsic_of(original))) return sub_group(cast<CallInst>(original));
  if (intrinsic_of(original) == Intrinsic::__wherry_yield) {
    builder_.Insert(original.clone());
    return;
  }
  if (in_group(original)) return;
  if (auto *store = dyn_cast<StoreInst>(&original); store && !store->isAtomic() && !store->isVolatile())
    return this->store(*store);
  if (auto *fill = dyn_cast<MemIntrinsic>(&original))
    if (const LaneVariable *into = strides_.variable(fill->getRawDest()); into && into->interleaved)
      return this->fill(*fill);
  // The result of an instruction that writes differs from lane to lane, also with uniform operands.
  const bool value = !original.getType()->isVoidTy() && !original.mayWriteToMemory();
  const bool once = isa<FenceInst>(original) || reads_clock(original) || (value && strides_.uniform(&original));
  if (once || (value && strides_.of(&original).stride())) {
    if (isa<LoadInst>(original)) ++counts_.uniform;
    scalars_[&original] = of_first_lane(original, once);
    if (once || is_scalar(&original)) return;
    // The stride rests on checks made at the value's uses, so the vector is needed as well.
  }
  Value *made = updates_together(original)  ? update_together(cast<AtomicRMWInst>(original))
                : has_vector_form(original) ? widened(original)
                                            : lane_by_lane(original);
  if (made) vectors_[&original] = made;
}

// Whether all work-items of the item loop run a block.
bool VectorBody::runs_always(BasicBlock *block) {
  auto [found, is_new] = runs_always_.try_emplace(block, false);
  if (!is_new) return found->second;
  // The latch is not reached without the block.
  SmallVector<BasicBlock *> ways{items_.getHeader()};
  SmallPtrSet<BasicBlock *, 16> seen{block};
  while (!ways.empty()) {
    BasicBlock *one = ways.pop_back_val();
    if (!items_.contains(one) || !seen.insert(one).second) continue;
    if (one == items_.getLoopLatch()) return false;
    append_range(ways, successors(one));
  }
  return runs_always_[block] = true;
}

// Whether a number's bits are extended, moved or cut off, and the assumptions behind its stride tell that it goes up or
// down from the item loop's first item to the last one. LLVM does not know that, and would extend each vector's index.
// An epilogue computes it once in any case; the assumptions tell nothing of blocks that some work-items leave out.
bool VectorBody::goes_on_from_first_item(const Instruction &original) {
  if (entry_mask_ || !original.getType()->isIntegerTy(64) || !strides_.depends_on_index_alone(&original)) return false;
  switch (original.getOpcode()) {
  case Instruction::SExt:
  case Instruction::ZExt:
  case Instruction::AShr:
  case Instruction::LShr:
  case Instruction::And:
    return strides_.stride(&original) && runs_always(const_cast<BasicBlock *>(original.getParent()));
  default: return false;
  }
}

// Such a number of the first lane: that of the item loop's first item, which is computed once, and the lane's steps.
Value *VectorBody::item_behind_first(Instruction &original) {
  IRBuilder<> at(prologue_.getTerminator());
  Value *first = evaluate_outside(items_, &original, at, at_first_item_);
  return builder_.CreateAdd(
      first, builder_.CreateMul(scalar(index_), builder_.getInt64(uint64_t(*strides_.stride(&original)))),
      original.getName());
}

// The uniform value, or the first lane's. The kernel may not compute the value for the first lane: then the
// instruction's flags may not hold.
Value *VectorBody::of_first_lane(Instruction &original, bool once) {
  if (!once && goes_on_from_first_item(original)) return item_behind_first(original);
  if (auto *step = dyn_cast<GetElementPtrInst>(&original)) return pointer_step(*step, true);
  if (!once && original.getOpcode() == Instruction::Or)
    return builder_.CreateAdd(scalar(original.getOperand(0)), scalar(original.getOperand(1)), original.getName());
  if (!once && extends_sign(original))
    return builder_.CreateSExt(scalar(original.getOperand(0)), original.getType(), original.getName());
  Instruction *copy = original.clone();
  for (Use &use : copy->operands())
    if (!isa<Function>(use.get()) && !isa<MetadataAsValue>(use.get())) use.set(scalar(use.get()));
  if (!isa<LoadInst>(original) && (predicated_ || !once)) copy->dropPoisonGeneratingFlags();
  copy->setMetadata(LLVMContext::MD_access_group, nullptr);
  return builder_.Insert(copy, original.getName());
}

// Uniform parts of the condition, as of y, are evaluated once; lanes can disagree on the others only.
void VectorBody::speculate(Instruction &condition) {
  using namespace PatternMatch;
  const bool any = match(&condition, m_LogicalOr());
  const SmallVector<Value *> parts = parts_of(&condition, any);
  Value *one = nullptr, *lanes = nullptr;
  if (parts.size() == 1)
    lanes = widened(condition);  // not vector(): the condition counts as uniform because of its mark
  else
    std::tie(one, lanes) = uniform_and_divergent(parts, any);
  if (!lanes) {  // all parts are speculatively uniform conditions of earlier branches
    scalars_[&condition] = one;
    return;
  }
  if (!leave_) {
    if (one) {
      one = builder_.CreateVectorSplat(width_, one);
      lanes = any ? builder_.CreateLogicalOr(one, lanes) : builder_.CreateLogicalAnd(one, lanes);
    }
    scalars_[&condition] = peel(lanes);
    return;
  }
  if (mask_) lanes = builder_.CreateSelect(mask_, lanes, Constant::getNullValue(lanes->getType()));
  Value *bits = builder_.CreateBitCast(lanes, builder_.getIntNTy(width_));
  Value *all = builder_.CreateICmpEQ(bits, mask_ ? builder_.CreateBitCast(mask_, bits->getType())
                                                 : Constant::getAllOnesValue(bits->getType()));
  Value *none = builder_.CreateICmpEQ(bits, Constant::getNullValue(bits->getType()));
  Value *same = builder_.CreateOr(all, none);
  if (one) {
    same = builder_.CreateLogicalOr(any ? one : builder_.CreateNot(one), same);
    all = any ? builder_.CreateLogicalOr(one, all) : builder_.CreateLogicalAnd(one, all);
  }
  BasicBlock *uniform = new_block("uniform");
  builder_.CreateCondBr(same, uniform, leave_);
  builder_.SetInsertPoint(uniform);
  scalars_[&condition] = all;
}

// The condition of the first active lane; lanes that disagree are peeled from here on.
Value *VectorBody::peel(Value *truths) {
  Type *type = builder_.getIntNTy(width_);
  Value *none = Constant::getNullValue(truths->getType());
  Value *all = builder_.CreateBitCast(mask_, type);
  Value *yes = builder_.CreateBitCast(builder_.CreateSelect(mask_, truths, none), type);
  Value *first = builder_.CreateAnd(all, builder_.CreateNeg(all));
  Value *answer = builder_.CreateIsNotNull(builder_.CreateAnd(yes, first));
  Value *no = builder_.CreateXor(all, yes);
  mask_ = builder_.CreateBitCast(builder_.CreateSelect(answer, yes, no), truths->getType());
  builder_.CreateStore(mask_, remaining_);
  Value *others = builder_.CreateBitCast(builder_.CreateSelect(answer, no, yes), truths->getType());
  builder_.CreateStore(builder_.CreateOr(builder_.CreateLoad(truths->getType(), peeled_), others), peeled_);
  return answer;
}

Value *VectorBody::peeled() {
  builder_.SetInsertPoint(back());
  return builder_.CreateLoad(peeled_->getAllocatedType(), peeled_);
}

Value *VectorBody::widened(Instruction &original) {
  auto in = [&](unsigned k) { return vector(original.getOperand(k)); };
  Value *made = nullptr;
  switch (original.getOpcode()) {
  case Instruction::Load: return load(cast<LoadInst>(original));
  case Instruction::GetElementPtr: return pointer_step(cast<GetElementPtrInst>(original), false);
  case Instruction::Call: return call(cast<CallInst>(original));
  case Instruction::Select: {
    Value *condition = original.getOperand(0);
    made = builder_.CreateSelect(strides_.uniform(condition) ? scalar(condition) : vector(condition), in(1), in(2));
    break;
  }
  case Instruction::Freeze: made = builder_.CreateFreeze(in(0)); break;
  case Instruction::ICmp:
  case Instruction::FCmp: made = builder_.CreateCmp(cast<CmpInst>(original).getPredicate(), in(0), in(1)); break;
  case Instruction::ExtractValue:
    return builder_.CreateExtractValue(in(0), cast<ExtractValueInst>(original).getIndices());
  case Instruction::InsertValue:
    return builder_.CreateInsertValue(in(0), in(1), cast<InsertValueInst>(original).getIndices());
  case Instruction::UDiv:
  case Instruction::SDiv:
  case Instruction::URem:
  case Instruction::SRem: {
    // Inactive lanes must not divide by zero.
    Value *by = in(1);
    if (mask_ && !isa<Constant>(original.getOperand(1)))
      by = builder_.CreateSelect(mask_, by, ConstantInt::get(by->getType(), 1));
    made = builder_.CreateBinOp(cast<BinaryOperator>(original).getOpcode(), in(0), by);
    break;
  }
  default:
    if (auto *cast_ = dyn_cast<CastInst>(&original))
      made = builder_.CreateCast(cast_->getOpcode(), in(0), wide(original.getType()));
    else if (isa<UnaryOperator>(original))
      made = builder_.CreateUnOp(cast<UnaryOperator>(original).getOpcode(), in(0));
    else
      made = builder_.CreateBinOp(cast<BinaryOperator>(original).getOpcode(), in(0), in(1));
  }
  if (auto *instruction = dyn_cast<Instruction>(made)) {
    instruction->copyIRFlags(&original);
    if (MDNode *accuracy = original.getMetadata(LLVMContext::MD_fpmath))
      instruction->setMetadata(LLVMContext::MD_fpmath, accuracy);
  }
  return made;
}

// Whether NAME_row can do the call: the lanes' texels are neighbours in a row, the sampler is known not to filter, and
// for a store all lanes are active and fill registers.
bool VectorBody::takes_row(const ImageCall &image, const CallInst &call) const {
  auto *sampler = dyn_cast<ConstantInt>(call.getArgOperand(1)), *shape = dyn_cast<ConstantInt>(call.getArgOperand(2));
  const Value *y = call.getArgOperand(kUniformParameters + 1), *z = call.getArgOperand(kUniformParameters + 2);
  if (!shape || shape->getZExtValue() & abi::kShapeLevels || !strides_.uniform(y) || !strides_.uniform(z)) return false;
  Value *x = call.getArgOperand(kUniformParameters);
  bool is_conditional = false;
  const bool filters = !sampler || sampler->getZExtValue() & abi::kSamplerLinear;
  if (x->getType()->isIntegerTy() ? strides_.stride(x) != 1 : filters || affine_stride(x, is_conditional) != 1)
    return false;
  return image.result != 'v' || (!mask_ && width_ % (register_bits_ / 32) == 0);
}

// The image, the sampler and the shape are the same for all lanes.
Value *VectorBody::image_call(const ImageCall &image, CallInst &original) {
  ++counts_.images;
  // Vectors that live across a call are spilled. LLVM aligns slots of 64 bytes only in functions that are marked for
  // realignment of the stack beforehand.
  function_.addFnAttr("stackrealign");
  const bool row = takes_row(image, original);
  SmallVector<Value *> arguments;
  for (auto [index, argument] : enumerate(original.args()))
    arguments.push_back(index < kUniformParameters || (row && is_scalar_of_row(image, index)) ? scalar(argument)
                                                                                              : vector(argument));
  const bool often = !entry_mask_;  // not in an epilogue
  if (row) {
    Value *x = original.getArgOperand(kUniformParameters);
    Value *first_floor = x->getType()->isFloatingPointTy() ? exact_floor_of_first(x) : nullptr;
    return call_for_row(builder_, image, arguments, first_floor, width_, register_bits_ / 32, often);
  }
  Type *bits = builder_.getInt64Ty();
  Value *mask = mask_ ? builder_.CreateZExt(builder_.CreateBitCast(mask_, builder_.getIntNTy(width_)), bits)
                      : builder_.getInt(APInt::getLowBitsSet(64, width_));
  return call_for_lanes(builder_, image, arguments, mask, width_, register_bits_ / 32, often);
}

Value *VectorBody::call(CallInst &original) {
  if (auto *image = image_call_of(original)) return image_call(*image, original);
  if (calls_precompiled(original)) {
    SmallVector<Value *> numbers;
    for (Value *arg : original.args()) numbers.push_back(vector(arg));
    return builder_.CreateCall(&of_width(*original.getCalledFunction(), width_), numbers);
  }
  const auto id = cast<IntrinsicInst>(original).getIntrinsicID();
  SmallVector<Type *> types;
  if (isVectorIntrinsicWithOverloadTypeAtArg(id, -1, nullptr)) types.push_back(wide(original.getType()));
  SmallVector<Value *> args;
  for (auto [index, arg] : enumerate(original.args())) {
    args.push_back(isVectorIntrinsicWithScalarOpAtArg(id, index, nullptr) ? scalar(arg) : vector(arg));
    if (isVectorIntrinsicWithOverloadTypeAtArg(id, index, nullptr)) types.push_back(args.back()->getType());
  }
  CallInst *made = builder_.CreateCall(llvm::Intrinsic::getOrInsertDeclaration(function_.getParent(), id, types), args);
  if (isa<FPMathOperator>(made)) made->copyFastMathFlags(&original);
  return made;
}

}  // namespace wherry::compiler
