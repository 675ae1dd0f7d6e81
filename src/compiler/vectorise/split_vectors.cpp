// SPDX-License-Identifier: Apache-2.0
#include "compiler/vectorise/split_vectors.h"

#include "compiler/ir/address_spaces.h"
#include "compiler/lower/image_calls.h"
#include "compiler/lower/precompiled.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;

namespace wherry::compiler {

namespace {

Value *as_number(IRBuilder<> &builder, Value *value) {
  return builder.CreateBitCast(value, builder.getIntNTy(unsigned(value->getType()->getPrimitiveSizeInBits())));
}

// Whether an element of a vector may be undefined on some path: the fourth of three, an element that is never inserted.
// `seen` receives what has been looked at.
bool may_be_undefined(const Value *vector, unsigned element,
                      SmallDenseSet<std::pair<const Value *, unsigned>, 8> &seen) {
  constexpr unsigned kMostSeen = 64;
  if (auto *constant = dyn_cast<Constant>(vector)) {
    const Constant *one = constant->getAggregateElement(element);
    return !one || isa<UndefValue>(one);
  }
  auto *instruction = dyn_cast<Instruction>(vector);
  if (!instruction || !seen.insert({vector, element}).second) return false;
  if (seen.size() > kMostSeen) return true;
  auto operand = [&](unsigned k, unsigned i) { return may_be_undefined(instruction->getOperand(k), i, seen); };
  if (auto *shuffle = dyn_cast<ShuffleVectorInst>(instruction)) {
    const int from = shuffle->getMaskValue(element);
    const auto first = int(cast<FixedVectorType>(shuffle->getOperand(0)->getType())->getNumElements());
    return from < 0 || operand(from >= first, unsigned(from >= first ? from - first : from));
  }
  if (isa<InsertElementInst>(instruction)) {
    auto *place = dyn_cast<ConstantInt>(instruction->getOperand(2));
    return !(place && place->getValue() == element) && operand(0, element);
  }
  if (!isa<PHINode, SelectInst, UnaryOperator, BinaryOperator, CastInst>(instruction)) return false;
  const unsigned count = cast<FixedVectorType>(vector->getType())->getNumElements();
  return any_of(instruction->operands(), [&](const Use &use) {
    auto *type = dyn_cast<FixedVectorType>(use->getType());
    if (!type) return false;
    if (type->getNumElements() == count) return may_be_undefined(use.get(), element, seen);
    return any_of(seq(type->getNumElements()), [&](unsigned i) { return may_be_undefined(use.get(), i, seen); });
  });
}

// A bitcast element by element, the first in the lowest bits, where an element of one type is several of the other.
// Null: the scalarizer splits the cast, or neither type's elements are parts of the other's.
Value *seen_as(IRBuilder<> &builder, Value *value, Type *type) {
  auto *from = dyn_cast<FixedVectorType>(value->getType()), *to = dyn_cast<FixedVectorType>(type);
  const unsigned old_count = from ? from->getNumElements() : 1, count = to ? to->getNumElements() : 1;
  if (old_count == count || (count % old_count && old_count % count)) return nullptr;
  auto bits_of = [](Type *of) { return unsigned(of->getScalarType()->getPrimitiveSizeInBits()); };
  const unsigned old_bits = bits_of(value->getType()), bits = bits_of(type);
  Type *number = builder.getIntNTy(bits);
  auto old_element = [&](unsigned i) -> Value * {
    if (!from) return as_number(builder, value);
    // An undefined element, such as the fourth of three, would make its neighbours in the number undefined too.
    if (const Value *known = findScalarElement(value, i); known && isa<UndefValue>(known))
      return builder.getIntN(old_bits, 0);
    Value *one = builder.CreateExtractElement(value, i);
    SmallDenseSet<std::pair<const Value *, unsigned>, 8> seen;
    return as_number(builder, may_be_undefined(value, i, seen) ? builder.CreateFreeze(one) : one);
  };
  Value *all = to ? PoisonValue::get(to) : nullptr;
  for (unsigned i = 0; i < count; ++i) {
    Value *one = nullptr;
    if (bits < old_bits) {
      const unsigned parts = count / old_count;
      one = builder.CreateTrunc(builder.CreateLShr(old_element(i / parts), i % parts * bits), number);
    } else {
      const unsigned parts = old_count / count;
      for (unsigned k = 0; k < parts; ++k) {
        Value *part = builder.CreateShl(builder.CreateZExt(old_element(i * parts + k), number), k * old_bits);
        one = one ? builder.CreateOr(one, part) : part;
      }
    }
    one = builder.CreateBitCast(one, type->getScalarType());
    all = to ? builder.CreateInsertElement(all, one, i) : one;
  }
  return all;
}

// The numbers and vectors in a structure or array; 0 in others.
uint64_t parts_of(const Type &type) {
  uint64_t parts = 0;
  if (auto *structure = dyn_cast<StructType>(&type))
    for (const Type *member : structure->elements()) parts += std::max<uint64_t>(parts_of(*member), 1);
  else if (auto *array = dyn_cast<ArrayType>(&type))
    parts = array->getNumElements() * std::max<uint64_t>(parts_of(*array->getElementType()), 1);
  return parts;
}

// Loads or stores a structure or array, part by part down to numbers and vectors. `value`: what is stored; null: a
// load. Returns what is loaded.
Value *access_parts(IRBuilder<> &builder, Instruction &access, Type *type, Value *to, Align align, Value *value) {
  const bool is_volatile = access.isVolatile();
  if (!type->isAggregateType()) {
    Instruction *made = value ? static_cast<Instruction *>(builder.CreateAlignedStore(value, to, align, is_volatile))
                              : builder.CreateAlignedLoad(type, to, align, is_volatile);
    made->copyMetadata(access);
    made->setMetadata(LLVMContext::MD_tbaa, nullptr);  // the whole's
    return made;
  }
  const DataLayout &layout = access.getDataLayout();
  auto *structure = dyn_cast<StructType>(type);
  const uint64_t count = structure ? structure->getNumElements() : type->getArrayNumElements();
  Value *whole = PoisonValue::get(type);
  for (unsigned i = 0; i < count; ++i) {
    Type *part = structure ? structure->getElementType(i) : type->getArrayElementType();
    const uint64_t offset = structure ? layout.getStructLayout(structure)->getElementOffset(i).getFixedValue()
                                      : i * layout.getTypeAllocSize(part).getFixedValue();
    Value *at = offset ? builder.CreateInBoundsGEP(builder.getInt8Ty(), to, builder.getInt64(offset)) : to;
    Value *made = access_parts(builder, access, part, at, commonAlignment(align, offset),
                               value ? builder.CreateExtractValue(value, i) : nullptr);
    if (!value) whole = builder.CreateInsertValue(whole, made, i);
  }
  return whole;
}

// Whether a value of the type is to be split: a table's parts are no registers.
bool is_split(const Type &type) {
  constexpr uint64_t kMostParts = 64;
  const uint64_t parts = parts_of(type);
  return parts != 0 && parts <= kMostParts;
}

// LLVM takes no structure with padding apart.
void split_structure(Instruction &access) {
  Type *type = getLoadStoreType(&access);
  if (!is_split(*type) || access.isAtomic()) return;
  IRBuilder<> builder(&access);
  auto *store = dyn_cast<StoreInst>(&access);
  Value *loaded = access_parts(builder, access, type, getLoadStorePointerOperand(&access),
                               getLoadStoreAlignment(&access), store ? store->getValueOperand() : nullptr);
  if (!store) access.replaceAllUsesWith(loaded);
  access.eraseFromParent();
}

// Makes a structure or array of what `make` gives for each number and vector in it. `make` gets where the part lies: a
// number for each structure or array around it.
Value *of_parts(IRBuilder<> &builder, Type *type, SmallVectorImpl<unsigned> &place,
                function_ref<Value *(ArrayRef<unsigned>, Type *)> make) {
  if (!type->isAggregateType()) return make(place, type);
  const bool is_structure = type->isStructTy();
  const uint64_t count = is_structure ? type->getStructNumElements() : type->getArrayNumElements();
  Value *whole = PoisonValue::get(type);
  for (unsigned i = 0; i < count; ++i) {
    place.push_back(i);
    Type *part = is_structure ? type->getStructElementType(i) : type->getArrayElementType();
    whole = builder.CreateInsertValue(whole, of_parts(builder, part, place, make), i);
    place.pop_back();
  }
  return whole;
}

// Level by level, as of_parts() inserts: LLVM looks through no other order.
Value *part_at(IRBuilderBase &builder, Value *whole, ArrayRef<unsigned> place) {
  for (unsigned i : place) whole = builder.CreateExtractValue(whole, i);
  return whole;
}

// Chooses between structures or arrays part by part: where lanes choose, a vector's elements are chosen, not a
// structure's.
void split_choice(Instruction &choice) {
  auto *phi = dyn_cast<PHINode>(&choice);
  IRBuilder<> builder(choice.getContext());
  if (phi)
    builder.SetInsertPoint(phi->getParent(), phi->getParent()->getFirstInsertionPt());
  else
    builder.SetInsertPoint(&choice);
  SmallVector<unsigned> place;
  Value *whole = of_parts(builder, choice.getType(), place, [&](ArrayRef<unsigned> at, Type *type) -> Value * {
    if (!phi) {
      auto &select = cast<SelectInst>(choice);
      return builder.CreateSelect(select.getCondition(), part_at(builder, select.getTrueValue(), at),
                                  part_at(builder, select.getFalseValue(), at), "", &select);
    }
    auto *part = PHINode::Create(type, phi->getNumIncomingValues(), "", phi->getIterator());
    for (unsigned k = 0; k < phi->getNumIncomingValues(); ++k) {
      BasicBlock *from = phi->getIncomingBlock(k);
      IRBuilder<> before_end(from->getTerminator());
      // Several edges from one block bring one value.
      const int before = part->getBasicBlockIndex(from);
      Value *value =
          before >= 0 ? part->getIncomingValue(unsigned(before)) : part_at(before_end, phi->getIncomingValue(k), at);
      part->addIncoming(value, from);
    }
    return part;
  });
  choice.replaceAllUsesWith(whole);
  choice.eraseFromParent();
}

// A vector of i1 cast to a number that is compared with 0 or -1: "any" and "all".
void split_truth(BitCastInst &seen) {
  auto *from = dyn_cast<FixedVectorType>(seen.getSrcTy());
  if (!from || !from->getElementType()->isIntegerTy(1) || seen.getDestTy()->isVectorTy()) return;
  for (User *user : make_early_inc_range(seen.users())) {
    auto *compare = dyn_cast<ICmpInst>(user);
    auto *with = compare && compare->isEquality() ? dyn_cast<ConstantInt>(compare->getOperand(1)) : nullptr;
    if (!with || !(with->isZero() || with->isMinusOne())) continue;
    IRBuilder<> builder(compare);
    Value *sum = nullptr;
    for (unsigned i = 0; i < from->getNumElements(); ++i) {
      Value *one = builder.CreateExtractElement(seen.getOperand(0), i);
      sum = !sum ? one : with->isZero() ? builder.CreateOr(sum, one) : builder.CreateAnd(sum, one);
    }
    const bool holds = with->isZero() == (compare->getPredicate() == CmpInst::ICMP_NE);
    compare->replaceAllUsesWith(holds ? sum : builder.CreateNot(sum));
    compare->eraseFromParent();
  }
}

// A load that is cast: loads the largest elements that a cast asks for, of 8 bits at least. LLVM 22's InstCombine makes
// loads of vectors of i1 where one bit is wanted.
void split_load(LoadInst &load) {
  auto *type = dyn_cast<FixedVectorType>(load.getType());
  if (!type || type->getElementType()->isPointerTy() || !load.isSimple()) return;
  IRBuilder<> builder(&load);
  const unsigned bits = type->getScalarSizeInBits(), all_bits = bits * type->getNumElements();
  if (all_bits % 8) return;
  FixedVectorType *parts = bits % 8 ? FixedVectorType::get(builder.getInt8Ty(), all_bits / 8) : type;
  for (const User *user : load.users())
    if (auto *seen = dyn_cast<BitCastInst>(user))
      if (auto *to = dyn_cast<FixedVectorType>(seen->getDestTy());
          to && to->getScalarSizeInBits() > parts->getScalarSizeInBits())
        parts = to;
  const unsigned part_bits = parts->getScalarSizeInBits();
  if (parts == type || part_bits % bits) return;
  LoadInst *all = builder.CreateAlignedLoad(parts, load.getPointerOperand(), load.getAlign());
  copyMetadataForLoad(*all, load);
  for (User *user : make_early_inc_range(load.users())) {
    Value *made = nullptr;
    if (auto *extract = dyn_cast<ExtractElementInst>(user)) {
      auto *index = dyn_cast<ConstantInt>(extract->getIndexOperand());
      if (!index || index->uge(type->getNumElements())) continue;
      const unsigned bit = bits * unsigned(index->getZExtValue());
      Value *part = as_number(builder, builder.CreateExtractElement(all, bit / part_bits));
      part = builder.CreateTrunc(builder.CreateLShr(part, bit % part_bits), builder.getIntNTy(bits));
      made = builder.CreateBitCast(part, type->getElementType());
    } else if (auto *seen = dyn_cast<BitCastInst>(user)) {
      made = builder.CreateBitCast(all, seen->getDestTy());
    }
    if (!made) continue;
    user->replaceAllUsesWith(made);
    cast<Instruction>(user)->eraseFromParent();
  }
  if (!load.use_empty()) load.replaceAllUsesWith(seen_as(builder, all, type));
  load.eraseFromParent();
}

// How many numbers of 32 bits a vector in memory that other work-items share is to be accessed as: vectors of bytes, as
// pixels, and pairs of 16 bits; 0 for others. Shifts in registers take elements apart more cheaply than shuffles of
// bytes do, and numbers of 32 bits have masked accesses and gathers on all CPUs that have any. A private variable keeps
// its elements, so that its lanes can be interleaved.
unsigned pixels_of(const Instruction &access) {
  auto *type = dyn_cast<FixedVectorType>(getLoadStoreType(const_cast<Instruction *>(&access)));
  if (!type || type->getElementType()->isPointerTy() || getLoadStoreAddressSpace(&access) == kPrivateSpace) return 0;
  const unsigned bits = type->getScalarSizeInBits(), all = bits * type->getNumElements();
  return (bits == 8 && all % 32 == 0) || (bits == 16 && all == 32) ? all / 32 : 0;
}

// A simple access to such a vector as one to numbers.
Value *as_pixels(IRBuilder<> &builder, Instruction &access, unsigned count) {
  Type *pixels = builder.getInt32Ty();
  if (count > 1) pixels = FixedVectorType::get(pixels, count);
  if (auto *load = dyn_cast<LoadInst>(&access)) {
    if (!load->isSimple()) return nullptr;
    LoadInst *all = builder.CreateAlignedLoad(pixels, load->getPointerOperand(), load->getAlign());
    copyMetadataForLoad(*all, *load);
    return seen_as(builder, all, load->getType());
  }
  auto &store = cast<StoreInst>(access);
  if (!store.isSimple()) return nullptr;
  Value *all = seen_as(builder, store.getValueOperand(), pixels);
  StoreInst *made = builder.CreateAlignedStore(all, store.getPointerOperand(), store.getAlign());
  made->copyMetadata(store);
  return made;
}

bool is_extreme(llvm::Intrinsic::ID id) {
  switch (id) {
  case llvm::Intrinsic::vector_reduce_smin:
  case llvm::Intrinsic::vector_reduce_smax:
  case llvm::Intrinsic::vector_reduce_umin:
  case llvm::Intrinsic::vector_reduce_umax:
  case llvm::Intrinsic::vector_reduce_fmin:
  case llvm::Intrinsic::vector_reduce_fmax: return true;
  default: return false;
  }
}

bool is_reduction(llvm::Intrinsic::ID id) {
  switch (id) {
  case llvm::Intrinsic::vector_reduce_add:
  case llvm::Intrinsic::vector_reduce_mul:
  case llvm::Intrinsic::vector_reduce_and:
  case llvm::Intrinsic::vector_reduce_or:
  case llvm::Intrinsic::vector_reduce_xor:
  case llvm::Intrinsic::vector_reduce_fadd:
  case llvm::Intrinsic::vector_reduce_fmul: return true;
  default: return is_extreme(id);
  }
}

// A volatile vector, which the scalarizer leaves whole, element by element.
Value *by_element_of_memory(IRBuilder<> &builder, Instruction &access) {
  auto *type = dyn_cast<FixedVectorType>(getLoadStoreType(&access));
  if (!type) return nullptr;
  const uint64_t bits = access.getDataLayout().getTypeSizeInBits(type->getElementType());
  if (bits % 8) return nullptr;
  auto *store = dyn_cast<StoreInst>(&access);
  Value *all = PoisonValue::get(type);
  for (unsigned i = 0; i < type->getNumElements(); ++i) {
    const uint64_t at = i * bits / 8;
    Value *place = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), getLoadStorePointerOperand(&access), at);
    const Align align = commonAlignment(getLoadStoreAlignment(&access), at);
    if (store)
      builder.CreateAlignedStore(builder.CreateExtractElement(store->getValueOperand(), i), place, align, true);
    else
      all = builder.CreateInsertElement(all, builder.CreateAlignedLoad(type->getElementType(), place, align, true), i);
  }
  return all;
}

// A reduction's elements one after the other.
Value *reduced(IRBuilder<> &builder, IntrinsicInst &call) {
  const llvm::Intrinsic::ID id = call.getIntrinsicID();
  Value *vector = call.getArgOperand(call.arg_size() - 1);
  Value *all = call.arg_size() == 2 ? call.getArgOperand(0) : nullptr;
  for (unsigned i = 0; i < cast<FixedVectorType>(vector->getType())->getNumElements(); ++i) {
    Value *one = builder.CreateExtractElement(vector, i);
    if (!all)
      all = one;
    else if (is_extreme(id))
      all = builder.CreateBinaryIntrinsic(getMinMaxReductionIntrinsicOp(id), all, one);
    else
      all = builder.CreateBinOp(Instruction::BinaryOps(getArithmeticReductionInstruction(id)), all, one);
  }
  return all;
}

// A precompiled function element by element.
Value *by_element(IRBuilder<> &builder, CallInst &call) {
  Function &scalar = of_width(*call.getCalledFunction(), 1);
  Value *all = PoisonValue::get(call.getType());
  for (unsigned i = 0; i < cast<FixedVectorType>(call.getType())->getNumElements(); ++i) {
    SmallVector<Value *> arguments;
    for (Value *argument : call.args()) arguments.push_back(builder.CreateExtractElement(argument, i));
    all = builder.CreateInsertElement(all, builder.CreateCall(&scalar, arguments), i);
  }
  return all;
}

}  // namespace

static void split_vectors(Function &function) {
  SmallVector<BitCastInst *> truths;
  SmallVector<LoadInst *> loads;
  for (Instruction &instruction : make_early_inc_range(instructions(function)))
    if (isa<LoadInst, StoreInst>(instruction)) split_structure(instruction);
  SmallVector<Instruction *> choices;
  for (Instruction &instruction : instructions(function))
    if (isa<SelectInst, PHINode>(instruction) && is_split(*instruction.getType())) choices.push_back(&instruction);
  for (Instruction *choice : choices) split_choice(*choice);
  for (Instruction &instruction : instructions(function))
    if (auto *seen = dyn_cast<BitCastInst>(&instruction))
      truths.push_back(seen);
    else if (auto *load = dyn_cast<LoadInst>(&instruction))
      loads.push_back(load);
  for (BitCastInst *seen : truths) split_truth(*seen);
  for (LoadInst *load : loads) split_load(*load);
  for (Instruction &instruction : make_early_inc_range(instructions(function))) {
    IRBuilder<> builder(&instruction);
    Value *made = nullptr;
    if (auto *seen = dyn_cast<BitCastInst>(&instruction)) {
      if (!seen->use_empty()) made = seen_as(builder, seen->getOperand(0), seen->getDestTy());
    } else if (auto *call = dyn_cast<IntrinsicInst>(&instruction); call && is_reduction(call->getIntrinsicID())) {
      builder.setFastMathFlags(isa<FPMathOperator>(call) ? call->getFastMathFlags() : FastMathFlags());
      made = reduced(builder, *call);
    } else if (calls_precompiled(instruction) && instruction.getType()->isVectorTy()) {
      made = by_element(builder, cast<CallInst>(instruction));
    } else if (image_call_of(instruction) && instruction.getType()->isVectorTy()) {
      made = split_image_call(builder, cast<CallInst>(instruction));
    } else if (isa<LoadInst, StoreInst>(instruction) && instruction.isVolatile() && !instruction.isAtomic()) {
      made = by_element_of_memory(builder, instruction);
    } else if (isa<LoadInst, StoreInst>(instruction)) {
      if (const unsigned pixels = pixels_of(instruction)) made = as_pixels(builder, instruction, pixels);
    }
    if (!made) continue;
    if (!instruction.getType()->isVoidTy()) instruction.replaceAllUsesWith(made);
    instruction.eraseFromParent();
  }
}

PreservedAnalyses SplitVectorsPass::run(Function &function, FunctionAnalysisManager &) {
  split_vectors(function);
  return PreservedAnalyses::none();
}

}  // namespace wherry::compiler
