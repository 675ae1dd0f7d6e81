// SPDX-License-Identifier: Apache-2.0
#include "compiler/checks/arith.h"

#include <cmath>

#include "compiler/checks/instrument.h"
#include "compiler/checks/marks.h"
#include "compiler/ir/intrinsics.h"
#include "compiler/ir/module_options.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace wherry::compiler {

namespace {

// "convert_uchar4_rtz": whether the result is an unsigned integer; nothing: no such conversion, or a saturating one.
std::optional<bool> converts_to_unsigned(StringRef name) {
  if (!name.consume_front("convert_") || name.contains("_sat")) return {};
  const bool is_unsigned = name.consume_front("u");
  for (const char *type : {"char", "short", "int", "long"})
    if (name.starts_with(type)) return is_unsigned;
  return {};
}

// How a conversion rounds before its result must fit: "convert_uchar4_rte". Nothing: towards 0, as it does by default.
std::optional<llvm::Intrinsic::ID> rounding_of(StringRef name) {
  if (name.ends_with("_rte")) return llvm::Intrinsic::roundeven;
  if (name.ends_with("_rtp")) return llvm::Intrinsic::ceil;
  if (name.ends_with("_rtn")) return llvm::Intrinsic::floor;
  return {};
}

// Functions that have no value for some numbers.
bool is_partial(StringRef name) {
  name.consume_front("native_");
  name.consume_front("half_");
  static constexpr StringLiteral kNames[] = {"acos",      "acosh", "acospi", "asin",  "asinpi", "atanh", "cos",
                                             "divide",    "fmod",  "log",    "log10", "log1p",  "log2",  "logb",
                                             "pow",       "powr",  "recip",  "rsqrt", "sin",    "sqrt",  "tan",
                                             "remainder", "fma",   "mad",    "rootn", "tgamma"};
  return is_contained(kNames, name);
}

class Marker {
 public:
  Marker(Function &function, const ModuleOptions &options)
      : function_(function), module_(*function.getParent()), options_(options) {}

  bool run() {
    SmallVector<Instruction *> work;
    for (Instruction &instruction : instructions(function_)) work.push_back(&instruction);
    for (Instruction *instruction : work) {
      if (options_.checks_for(process::kCheckArith)) mark(*instruction);
      if (options_.checks_for(process::kCheckNan)) mark_nan(*instruction);
    }
    return changed_;
  }

 private:
  void mark(Instruction &instruction) {
    IRBuilder<> builder(&instruction);
    if (auto *operation = dyn_cast<BinaryOperator>(&instruction)) {
      Value *x = operation->getOperand(0), *y = operation->getOperand(1);
      Type *type = operation->getType();
      if (operation->isIntDivRem()) {
        say(builder, builder.CreateICmpEQ(y, Constant::getNullValue(type)), abi::Mistake::division_by_zero, x, y);
        if (operation->getOpcode() != Instruction::SDiv && operation->getOpcode() != Instruction::SRem) return;
        const APInt least = APInt::getSignedMinValue(type->getScalarSizeInBits());
        say(builder,
            builder.CreateAnd(builder.CreateICmpEQ(x, ConstantInt::get(type, least)),
                              builder.CreateICmpEQ(y, Constant::getAllOnesValue(type))),
            abi::Mistake::quotient_overflow, x, y);
      } else if (operation->isShift()) {
        const unsigned bits = type->getScalarSizeInBits();
        say(builder, builder.CreateICmpUGE(y, ConstantInt::get(type, bits)), abi::Mistake::shift_count, y, x, bits);
      }
    } else if (isa<FPToSIInst, FPToUIInst>(instruction)) {
      mark_conversion(builder, instruction.getOperand(0), instruction.getType(), isa<FPToUIInst>(instruction));
    } else if (auto *call = dyn_cast<CallInst>(&instruction)) {
      const Function *callee = call->getCalledFunction();
      if (!callee || !callee->isDeclaration() || call->arg_size() != 1) return;
      const StringRef name = plain_name(callee->getName());
      const auto is_unsigned = converts_to_unsigned(name);
      if (is_unsigned && call->getArgOperand(0)->getType()->isFPOrFPVectorTy())
        mark_conversion(builder, call->getArgOperand(0), call->getType(), *is_unsigned, rounding_of(name));
    }
  }

  // The numbers between the least and the greatest of the integers, once rounded.
  void mark_conversion(IRBuilder<> &builder, Value *x, Type *to, bool is_unsigned,
                       std::optional<llvm::Intrinsic::ID> rounding = {}) {
    const unsigned bits = to->getScalarSizeInBits();
    Type *from = x->getType();
    // In a type that has the limits: a half's greatest number is 65504.
    if (from->getScalarType()->isHalfTy()) {
      from = from->getWithNewType(builder.getFloatTy());
      x = builder.CreateFPExt(x, from);
    }
    Value *converted = x;
    if (rounding) x = builder.CreateUnaryIntrinsic(*rounding, x);
    const double end = std::ldexp(1.0, int(is_unsigned ? bits : bits - 1));
    const double below = is_unsigned ? -1.0 : -end - 1;
    const bool exact = bits < (from->getScalarType()->isDoubleTy() ? 53u : 24u);  // the type has -end - 1
    Value *inside = builder.CreateFCmpOLT(x, ConstantFP::get(from, end));
    inside = builder.CreateAnd(inside, is_unsigned || exact ? builder.CreateFCmpOGT(x, ConstantFP::get(from, below))
                                                            : builder.CreateFCmpOGE(x, ConstantFP::get(from, -end)));
    say(builder, builder.CreateNot(inside), abi::Mistake::conversion, converted, converted, bits);
  }

  void mark_nan(Instruction &instruction) {
    if (!instruction.getType()->isFPOrFPVectorTy()) return;
    SmallVector<Value *, 3> operands;
    if (isa<BinaryOperator>(instruction)) {
      append_range(operands, instruction.operands());
    } else if (auto *call = dyn_cast<CallInst>(&instruction)) {
      const Function *callee = call->getCalledFunction();
      if (!callee || !is_partial(plain_name(callee->getName()))) return;
      for (Value *argument : call->args())
        if (argument->getType() == call->getType()) operands.push_back(argument);
    }
    if (operands.empty()) return;
    IRBuilder<> builder(instruction.getNextNode());
    builder.SetCurrentDebugLocation(instruction.getDebugLoc());
    Value *made = builder.CreateFCmpUNO(&instruction, &instruction);
    for (Value *operand : operands) made = builder.CreateAnd(made, builder.CreateFCmpORD(operand, operand));
    say(builder, made, abi::Mistake::made_nan, operands[0], operands.back());
  }

  // 64 bits of a number, of a floating-point one as a double's.
  static Value *number(IRBuilder<> &builder, Value *value) {
    if (value->getType()->isFloatingPointTy())
      return builder.CreateBitCast(builder.CreateFPCast(value, builder.getDoubleTy()), builder.getInt64Ty());
    return builder.CreateSExtOrTrunc(value, builder.getInt64Ty());
  }

  // Of vectors, where it holds in any component, with the numbers of the first.
  void say(IRBuilder<> &builder, Value *wrong, abi::Mistake mistake, Value *a, Value *b, uint64_t size = 0) {
    if (auto *known = dyn_cast<Constant>(wrong); known && known->isNullValue()) return;
    if (auto *vector = dyn_cast<FixedVectorType>(wrong->getType())) {
      Value *first_a = builder.CreateExtractElement(a, uint64_t(0)),
            *first_b = builder.CreateExtractElement(b, uint64_t(0));
      for (unsigned i = vector->getNumElements(); i-- > 0;) {
        Value *here = builder.CreateExtractElement(wrong, i);
        first_a = builder.CreateSelect(here, builder.CreateExtractElement(a, i), first_a);
        first_b = builder.CreateSelect(here, builder.CreateExtractElement(b, i), first_b);
      }
      wrong = builder.CreateOrReduce(wrong);
      a = first_a, b = first_b;
    }
    builder.CreateCall(
        declare_intrinsic(module_, Intrinsic::__wherry_wrong),
        {wrong, builder.getInt32(uint32_t(mistake)), number(builder, a), number(builder, b), builder.getInt64(size)});
    changed_ = true;
  }

  Function &function_;
  Module &module_;
  const ModuleOptions options_;
  bool changed_ = false;
};

// A loop's step that overflows only behind 2^15 iterations: the index leaves its object before.
bool is_small_step(const BinaryOperator &operation) {
  constexpr uint64_t kMost = 1 << 16;
  const auto *step = dyn_cast<ConstantInt>(operation.getOperand(1));
  return isa<PHINode>(operation.getOperand(0)) && step && step->getValue().abs().ule(kMost) &&
         operation.getOpcode() != Instruction::Mul;
}

// The signed operations of 32 bits whose result becomes the index of an address by extensions, choices and further
// ones.
void collect_index_operations(Value *index, SmallSetVector<BinaryOperator *, 8> &found,
                              SmallPtrSetImpl<Value *> &seen) {
  if (auto *extension = dyn_cast<SExtInst>(index))
    return collect_index_operations(extension->getOperand(0), found, seen);
  if (!seen.insert(index).second) return;
  if (auto *phi = dyn_cast<PHINode>(index)) {
    for (Value *value : phi->incoming_values()) collect_index_operations(value, found, seen);
    return;
  }
  if (auto *choice = dyn_cast<SelectInst>(index)) {
    collect_index_operations(choice->getTrueValue(), found, seen);
    return collect_index_operations(choice->getFalseValue(), found, seen);
  }
  auto *operation = dyn_cast<BinaryOperator>(index);
  if (!operation || !(operation->getType()->isIntegerTy(32) || operation->getType()->isIntegerTy(64))) return;
  switch (operation->getOpcode()) {
  case Instruction::Add:
  case Instruction::Sub:
  case Instruction::Mul: break;
  default: return;
  }
  if (operation->getType()->isIntegerTy(32) && operation->hasNoSignedWrap() && !is_small_step(*operation))
    found.insert(operation);
  for (Value *operand : operation->operands()) collect_index_operations(operand, found, seen);
}

llvm::Intrinsic::ID overflow_of(const BinaryOperator &operation) {
  switch (operation.getOpcode()) {
  case Instruction::Add: return llvm::Intrinsic::sadd_with_overflow;
  case Instruction::Sub: return llvm::Intrinsic::ssub_with_overflow;
  default: return llvm::Intrinsic::smul_with_overflow;
  }
}

}  // namespace

PreservedAnalyses MarkArithPass::run(Module &module, ModuleAnalysisManager &) {
  const ModuleOptions options = ModuleOptions::of(module);
  bool changed = false;
  for (Function &function : module)
    if (!function.isDeclaration()) changed |= Marker(function, options).run();
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

bool CheckArithPass::run_on(KernelFacts &kernel, FunctionAnalysisManager &) {
  Instrumentation checks(kernel);
  SmallSetVector<BinaryOperator *, 8> indices;
  SmallPtrSet<Value *, 16> seen;
  for (Instruction &instruction : instructions(*kernel.group))
    if (auto *step = dyn_cast<GetElementPtrInst>(&instruction))
      for (Value *index : step->indices()) collect_index_operations(index, indices, seen);
  for (BinaryOperator *operation : indices) {
    // What overflows wraps around from here on, in the address as in the check.
    operation->setHasNoSignedWrap(false);
    IRBuilder<> builder(operation);
    Value *x = operation->getOperand(0), *y = operation->getOperand(1);
    Value *wrong = builder.CreateExtractValue(builder.CreateBinaryIntrinsic(overflow_of(*operation), x, y), 1);
    checks.report_if(wrong, *operation, checks.place(*operation, abi::Mistake::index_overflow),
                     builder.CreateSExt(x, builder.getInt64Ty()), builder.CreateSExt(y, builder.getInt64Ty()));
  }
  if (!checks.reports()) return false;
  kernel.checked = true;
  kernel.write();
  return true;
}

}  // namespace wherry::compiler
