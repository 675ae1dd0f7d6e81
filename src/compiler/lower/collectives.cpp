// SPDX-License-Identifier: Apache-2.0
#include "compiler/lower/collectives.h"

#include "compiler/ir/intrinsics.h"
#include "kernel_abi/abi.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace wherry::compiler {

namespace {

constexpr unsigned kLanes = abi::kItemPadding;

unsigned bits_of(Type *type) { return type->getScalarSizeInBits(); }

uint64_t constant_at(const CallInst &call, unsigned index) {
  return cast<ConstantInt>(call.getArgOperand(index))->getZExtValue();
}

}  // namespace

Combination::Combination(const CallInst &call, IRBuilderBase &builder)
    : type_(collective_type(call)), is_signed_(StringRef("csil").contains(char(constant_at(call, 1)))),
      operation_(char(constant_at(call, 2))), builder_(builder) {}

Constant *Combination::neutral(unsigned count) const {
  const bool integer = type_->isIntegerTy();
  const unsigned bits = bits_of(type_);
  auto of = [&](const APInt &value) { return ConstantInt::get(type_->getContext(), value); };
  Constant *one = nullptr;
  switch (operation_) {
  case '+': one = integer ? of(APInt::getZero(bits)) : ConstantFP::getNegativeZero(type_); break;
  case '*': one = integer ? of(APInt(bits, 1)) : ConstantFP::get(type_, 1.0); break;
  case '&': one = of(APInt::getAllOnes(bits)); break;
  case '|':
  case '^': one = of(APInt::getZero(bits)); break;
  case '<':
    one = !integer     ? ConstantFP::getInfinity(type_)
          : is_signed_ ? of(APInt::getSignedMaxValue(bits))
                       : of(APInt::getMaxValue(bits));
    break;
  default:
    one = !integer     ? ConstantFP::getInfinity(type_, true)
          : is_signed_ ? of(APInt::getSignedMinValue(bits))
                       : of(APInt::getZero(bits));
    break;
  }
  return count == 1 ? one : ConstantVector::getSplat(ElementCount::getFixed(count), one);
}

Constant *Combination::start(unsigned count) const {
  Type *type = count == 1 ? type_ : FixedVectorType::get(type_, count);
  return operation_ == '+' ? Constant::getNullValue(type) : neutral(count);
}

Value *Combination::apply(Value *a, Value *b) {
  const bool integer = type_->isIntegerTy();
  switch (operation_) {
  case '+': return integer ? builder_.CreateAdd(a, b) : builder_.CreateFAdd(a, b);
  case '*': return integer ? builder_.CreateMul(a, b) : builder_.CreateFMul(a, b);
  case '&': return builder_.CreateAnd(a, b);
  case '|': return builder_.CreateOr(a, b);
  case '^': return builder_.CreateXor(a, b);
  default: break;
  }
  const bool least = operation_ == '<';
  Value *second = !integer     ? (least ? builder_.CreateFCmpOLT(b, a) : builder_.CreateFCmpOGT(b, a))
                  : is_signed_ ? (least ? builder_.CreateICmpSLT(b, a) : builder_.CreateICmpSGT(b, a))
                               : (least ? builder_.CreateICmpULT(b, a) : builder_.CreateICmpUGT(b, a));
  return builder_.CreateSelect(second, b, a);
}

Value *Combination::shift(Value *values, unsigned by) {
  const unsigned lanes = cast<FixedVectorType>(values->getType())->getNumElements();
  SmallVector<int> mask;
  for (unsigned i = 0; i < lanes; ++i) mask.push_back(int(lanes + i) - int(by));
  return builder_.CreateShuffleVector(neutral(lanes), values, mask);
}

Value *Combination::scan(Value *values) {
  const unsigned lanes = cast<FixedVectorType>(values->getType())->getNumElements();
  for (unsigned by = 1; by < lanes; by *= 2) values = apply(shift(values, by), values);
  return values;
}

Value *Combination::fold(Value *values) {
  for (unsigned count = cast<FixedVectorType>(values->getType())->getNumElements() / 2; count; count /= 2) {
    SmallVector<int> low, high;
    for (unsigned i = 0; i < count; ++i) low.push_back(int(i)), high.push_back(int(count + i));
    values = apply(builder_.CreateShuffleVector(values, low), builder_.CreateShuffleVector(values, high));
  }
  return builder_.CreateExtractElement(values, uint64_t(0));
}

namespace {

// A function of its own, out of the vectoriser's sight: a loop over the spill buffer, kLanes values at a time. A
// work-group's sum is added in the same order however its regions were vectorised.
class BufferLoop {
 public:
  explicit BufferLoop(const CallInst &call, Function &function)
      : builder_(BasicBlock::Create(function.getContext(), "entry", &function)), join_(call, builder_),
        type_(join_.type()), values_(function.getArg(0)), items_(function.getArg(1)),
        next_operations_(function.arg_size() > 2 ? function.getArg(2) : nullptr),
        operation_(next_operations_ ? function.getArg(3) : nullptr) {}

  void reduce() {
    begin(join_.neutral(kLanes));
    end(join_.apply(carried_, load()));
    Value *bits = builder_.CreateBitCast(join_.fold(carried_->getIncomingValue(1)), builder_.getIntNTy(bits_of(type_)));
    builder_.CreateRet(builder_.CreateZExt(bits, builder_.getInt64Ty()));
  }

  void scan(bool inclusive) {
    begin(inclusive ? join_.neutral(1) : join_.start(1));
    Value *values = join_.scan(load());
    Value *before = builder_.CreateVectorSplat(kLanes, carried_);
    builder_.CreateAlignedStore(join_.apply(before, inclusive ? values : join_.shift(values, 1)), address_,
                                Align(kLanes * bits_of(type_) / 8));
    end(join_.apply(carried_, builder_.CreateExtractElement(values, kLanes - 1)));
    builder_.CreateRetVoid();
  }

 private:
  // The loop's header, up to where values are loaded.
  void begin(Value *first) {
    BasicBlock *before = builder_.GetInsertBlock();
    loop_ = BasicBlock::Create(builder_.getContext(), "loop", before->getParent());
    builder_.CreateBr(loop_);
    builder_.SetInsertPoint(loop_);
    index_ = builder_.CreatePHI(builder_.getInt64Ty(), 2, "i");
    index_->addIncoming(builder_.getInt64(0), before);
    carried_ = builder_.CreatePHI(first->getType(), 2, "carried");
    carried_->addIncoming(first, before);
  }

  Value *load() {
    auto *values = FixedVectorType::get(type_, kLanes);
    address_ = builder_.CreateInBoundsGEP(type_, values_, index_);
    Value *loaded = builder_.CreateAlignedLoad(values, address_, Align(kLanes * bits_of(type_) / 8), "values");
    SmallVector<Constant *> numbers;
    for (unsigned i = 0; i < kLanes; ++i) numbers.push_back(builder_.getInt32(i));
    Value *left = builder_.CreateTrunc(builder_.CreateSub(items_, index_), builder_.getInt32Ty());
    Value *counts = builder_.CreateICmpULT(ConstantVector::get(numbers), builder_.CreateVectorSplat(kLanes, left));
    if (next_operations_) {
      Value *next = builder_.CreateAlignedLoad(
          FixedVectorType::get(builder_.getInt32Ty(), kLanes),
          builder_.CreateInBoundsGEP(builder_.getInt32Ty(), next_operations_, index_), Align(4 * kLanes));
      counts = builder_.CreateAnd(counts, builder_.CreateICmpEQ(next, builder_.CreateVectorSplat(kLanes, operation_)));
    }
    return builder_.CreateSelect(counts, loaded, join_.neutral(kLanes));
  }

  void end(Value *carried) {
    Value *next = builder_.CreateNUWAdd(index_, builder_.getInt64(kLanes));
    BasicBlock *after = BasicBlock::Create(builder_.getContext(), "done", loop_->getParent());
    builder_.CreateCondBr(builder_.CreateICmpULT(next, items_), loop_, after);
    index_->addIncoming(next, loop_);
    carried_->addIncoming(carried, loop_);
    builder_.SetInsertPoint(after);
  }

  IRBuilder<> builder_;
  Combination join_;
  Type *type_;
  Argument *values_, *items_;
  Argument *next_operations_, *operation_;  // null unless work-items may diverge
  BasicBlock *loop_ = nullptr;
  PHINode *index_ = nullptr, *carried_ = nullptr;
  Value *address_ = nullptr;
};

// The value of one work-item; an index past the work-group is cut to the last work-item.
void broadcast(CallInst &call, const CollectiveOperands &operands) {
  IRBuilder<> builder(&call);
  Value *x = call.getArgOperand(2), *y = call.getArgOperand(3), *z = call.getArgOperand(4);
  Value *index = builder.CreateAdd(builder.CreateMul(z, operands.sizes[1]), y);
  index = builder.CreateAdd(builder.CreateMul(index, operands.sizes[0]), x);
  index = builder.CreateBinaryIntrinsic(llvm::Intrinsic::umin, index,
                                        builder.CreateSub(operands.items, builder.getInt64(1)));
  Type *bits = builder.getIntNTy(bits_of(collective_type(call)));
  Value *value = builder.CreateLoad(bits, builder.CreateInBoundsGEP(bits, operands.values, index));
  call.replaceAllUsesWith(builder.CreateZExt(value, call.getType()));
}

}  // namespace

Type *collective_type(const CallInst &call) {
  LLVMContext &context = call.getContext();
  switch (constant_at(call, 1)) {
  case 'c':
  case 'b': return Type::getInt8Ty(context);
  case 's':
  case 't': return Type::getInt16Ty(context);
  case 'i':
  case 'j': return Type::getInt32Ty(context);
  case 'h': return Type::getHalfTy(context);
  case 'f': return Type::getFloatTy(context);
  case 'd': return Type::getDoubleTy(context);
  default: return Type::getInt64Ty(context);
  }
}

void lower_collective(CallInst &call, const CollectiveOperands &operands) {
  const Intrinsic id = intrinsic_of(call);
  if (id == Intrinsic::__wherry_broadcast) {
    broadcast(call, operands);
  } else {
    const bool scan = id == Intrinsic::__wherry_scan, inclusive = scan && constant_at(call, 3);
    SmallVector<Value *> args{operands.values, operands.items};
    if (operands.next_operations)
      args.append(
          {operands.next_operations, ConstantInt::get(Type::getInt32Ty(call.getContext()), operands.operation)});
    SmallVector<Type *> types;
    for (Value *arg : args) types.push_back(arg->getType());
    auto *type = FunctionType::get(call.getType(), types, false);
    const std::string name =
        std::string(scan ? inclusive ? "wherry.scan.inclusive." : "wherry.scan.exclusive." : "wherry.reduce.") +
        char(constant_at(call, 1)) + char(constant_at(call, 2)) + (operands.next_operations ? ".divergent" : "");
    Module &module = *call.getModule();
    Function *function = module.getFunction(name);
    if (!function) {
      function = Function::Create(type, GlobalValue::InternalLinkage, name, module);
      function->setDoesNotThrow();
      if (scan)
        BufferLoop(call, *function).scan(inclusive);
      else
        BufferLoop(call, *function).reduce();
    }
    IRBuilder<> builder(&call);
    call.replaceAllUsesWith(builder.CreateCall(function, args));
  }
  call.eraseFromParent();
}

}  // namespace wherry::compiler
