// SPDX-License-Identifier: Apache-2.0
// Arithmetic, conversions, comparisons, bits, and the parts of composites.
#include "compiler/frontend/spirv/function_reader.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/MDBuilder.h"

using namespace llvm;

namespace wherry::compiler::spirv {

void FunctionReader::set_fast_math(const Instruction &instruction) {
  FastMathFlags flags;
  flags.setAllowContract(module_.contracts(id_));
  if (const Decoration *mode = module_.decoration(instruction.result, spv::Decoration::FPFastMathMode);
      mode && !mode->operands.empty()) {
    const uint32_t bits = mode->operands[0];
    flags.setNoNaNs(bits & 1), flags.setNoInfs(bits & 2), flags.setNoSignedZeros(bits & 4);
    flags.setAllowReciprocal(bits & 8);
    if (bits & 16) flags.setFast();
    if (bits & 0x10000) flags.setAllowContract();
    if (bits & 0x20000) flags.setAllowReassoc();
  }
  builder_.setFastMathFlags(flags);
}

// fmod's result has the sign of the dividend, OpFMod's that of the divisor.
llvm::Value *FunctionReader::floating_modulo(llvm::Value *a, llvm::Value *b, bool of_divisor) {
  llvm::Value *rest = call_builtin("fmod", a->getType(), {{a}, {b}});
  if (!of_divisor) return rest;
  llvm::Value *zero = Constant::getNullValue(a->getType());
  llvm::Value *differs = builder_.CreateXor(builder_.CreateFCmpOLT(rest, zero), builder_.CreateFCmpOLT(b, zero));
  llvm::Value *corrects = builder_.CreateAnd(differs, builder_.CreateFCmpONE(rest, zero));
  return builder_.CreateSelect(corrects, builder_.CreateFAdd(rest, b), rest);
}

// Integer dot products: components of any width, or four bytes in an integer, signed or not, on top of a sum or not.
llvm::Value *FunctionReader::dot_product(const Instruction &instruction) {
  const spv::Op op = instruction.op;
  const bool accumulates = op >= spv::Op::OpSDotAccSat;
  const bool first_signed = op != spv::Op::OpUDot && op != spv::Op::OpUDotAccSat;
  const bool second_signed = op == spv::Op::OpSDot || op == spv::Op::OpSDotAccSat;
  llvm::Value *a = integer(instruction, 0), *b = integer(instruction, 1);
  require(a->getType() == b->getType(), "the operands' types differ");
  if (!a->getType()->isVectorTy()) {
    auto *bytes = FixedVectorType::get(builder_.getInt8Ty(), 4);
    require(a->getType()->isIntegerTy(32), "an operand is not of four bytes");
    a = builder_.CreateBitCast(a, bytes), b = builder_.CreateBitCast(b, bytes);
  }
  llvm::Type *result = module_.ir_type(instruction.type);
  require(result->isIntegerTy(), "the result is no integer");
  const unsigned bits = result->getIntegerBitWidth();
  a = resize(a, bits, first_signed), b = resize(b, bits, second_signed);
  llvm::Value *sum = builder_.CreateAddReduce(builder_.CreateMul(a, b));
  if (!accumulates) return sum;
  llvm::Value *before = integer(instruction, 2);
  require(before->getType() == result, "the sum's type is not the result's");
  return builder_.CreateBinaryIntrinsic(first_signed ? llvm::Intrinsic::sadd_sat : llvm::Intrinsic::uadd_sat, sum,
                                        before);
}

// The structures of two numbers: {low, high}, {sum, carry}.
llvm::Value *FunctionReader::extended_result(const Instruction &instruction) {
  llvm::Value *a = integer(instruction, 0), *b = integer(instruction, 1);
  require(a->getType() == b->getType(), "the operands' types differ");
  llvm::Value *low, *high;
  if (instruction.op == spv::Op::OpUMulExtended || instruction.op == spv::Op::OpSMulExtended) {
    const bool is_signed = instruction.op == spv::Op::OpSMulExtended;
    low = builder_.CreateMul(a, b);
    const char kind = is_signed ? 'v' : 'u';
    high = call_builtin("mul_hi", a->getType(), {{a, kind}, {b, kind}});
  } else {
    const bool adds = instruction.op == spv::Op::OpIAddCarry;
    low = adds ? builder_.CreateAdd(a, b) : builder_.CreateSub(a, b);
    high = builder_.CreateZExt(adds ? builder_.CreateICmpULT(low, a) : builder_.CreateICmpULT(a, b), a->getType());
  }
  auto *type = dyn_cast<StructType>(module_.ir_type(instruction.type));
  require(type && type->getNumElements() == 2 && type->getElementType(0) == a->getType() &&
              type->getElementType(1) == a->getType(),
          "the result is no structure of two such numbers");
  llvm::Value *result = builder_.CreateInsertValue(PoisonValue::get(type), low, 0);
  return builder_.CreateInsertValue(result, high, 1);
}

// More than 80 lines: a case for each opcode.
bool FunctionReader::read_arithmetic(const Instruction &instruction) {
  // Clang 22 leaves out truncations in front of operations whose low bits are those of the operands' low bits.
  auto low_bits = [&](llvm::Value *value) { return this->low_bits(value, module_.ir_type(instruction.type)); };
  auto integers = [&](llvm::Instruction::BinaryOps op) {
    using enum llvm::Instruction::BinaryOps;
    llvm::Value *a = integer(instruction, 0), *b = integer(instruction, 1);
    if (is_contained({Add, Sub, Mul, And, Or, Xor}, op)) a = low_bits(a), b = low_bits(b);
    require(a->getType() == b->getType(), "the operands' types differ");
    llvm::Value *result = builder_.CreateBinOp(op, a, b);
    if (auto *made = dyn_cast<OverflowingBinaryOperator>(result); made && isa<llvm::Instruction>(result)) {
      if (module_.is_decorated(instruction.result, spv::Decoration::NoSignedWrap))
        cast<llvm::Instruction>(result)->setHasNoSignedWrap();
      if (module_.is_decorated(instruction.result, spv::Decoration::NoUnsignedWrap))
        cast<llvm::Instruction>(result)->setHasNoUnsignedWrap();
    }
    define(instruction, result);
    return true;
  };
  auto shift = [&](llvm::Instruction::BinaryOps op) {
    llvm::Value *base = integer(instruction, 0);
    if (op == llvm::Instruction::Shl) base = low_bits(base);
    llvm::Value *amount = resize(operand(instruction, 1), base->getType()->getScalarSizeInBits(), false);
    require(amount->getType() == base->getType(), "the operands' types differ");
    define(instruction, builder_.CreateBinOp(op, base, amount));
    return true;
  };
  auto floats = [&](llvm::Instruction::BinaryOps op) {
    llvm::Value *a = number(instruction, 0), *b = number(instruction, 1);
    require(a->getType() == b->getType(), "the operands' types differ");
    set_fast_math(instruction);
    llvm::Value *result = builder_.CreateBinOp(op, a, b);
    // As Clang has it: 2.5 ulp suffice.
    if (auto *made = dyn_cast<llvm::Instruction>(result); made && op == llvm::Instruction::FDiv &&
                                                          a->getType()->getScalarType()->isFloatTy() &&
                                                          !module_.precise_division)
      made->setMetadata(LLVMContext::MD_fpmath, MDBuilder(module_.context).createFPMath(2.5f));
    define(instruction, result);
    return true;
  };
  using Op = llvm::Instruction::BinaryOps;
  switch (instruction.op) {
  case spv::Op::OpIAdd: return integers(Op::Add);
  case spv::Op::OpISub: return integers(Op::Sub);
  case spv::Op::OpIMul: return integers(Op::Mul);
  case spv::Op::OpUDiv: return integers(Op::UDiv);
  case spv::Op::OpSDiv: return integers(Op::SDiv);
  case spv::Op::OpUMod: return integers(Op::URem);
  case spv::Op::OpSRem: return integers(Op::SRem);
  case spv::Op::OpBitwiseAnd: return integers(Op::And);
  case spv::Op::OpBitwiseOr: return integers(Op::Or);
  case spv::Op::OpBitwiseXor: return integers(Op::Xor);
  case spv::Op::OpShiftLeftLogical: return shift(Op::Shl);
  case spv::Op::OpShiftRightLogical: return shift(Op::LShr);
  case spv::Op::OpShiftRightArithmetic: return shift(Op::AShr);
  case spv::Op::OpFAdd: return floats(Op::FAdd);
  case spv::Op::OpFSub: return floats(Op::FSub);
  case spv::Op::OpFMul: return floats(Op::FMul);
  case spv::Op::OpFDiv: return floats(Op::FDiv);
  case spv::Op::OpSMod: {
    llvm::Value *a = integer(instruction, 0), *b = integer(instruction, 1);
    require(a->getType() == b->getType(), "the operands' types differ");
    llvm::Value *rest = builder_.CreateSRem(a, b), *zero = Constant::getNullValue(a->getType());
    llvm::Value *differs = builder_.CreateICmpSLT(builder_.CreateXor(rest, b), zero);
    llvm::Value *corrects = builder_.CreateAnd(differs, builder_.CreateICmpNE(rest, zero));
    return define(instruction, builder_.CreateSelect(corrects, builder_.CreateAdd(rest, b), rest)), true;
  }
  case spv::Op::OpFRem:
  case spv::Op::OpFMod: {
    llvm::Value *a = number(instruction, 0), *b = number(instruction, 1);
    require(a->getType() == b->getType(), "the operands' types differ");
    return define(instruction, floating_modulo(a, b, instruction.op == spv::Op::OpFMod)), true;
  }
  case spv::Op::OpSNegate: return define(instruction, builder_.CreateNeg(integer(instruction, 0))), true;
  case spv::Op::OpFNegate:
    set_fast_math(instruction);
    return define(instruction, builder_.CreateFNeg(number(instruction, 0))), true;
  case spv::Op::OpNot: return define(instruction, builder_.CreateNot(integer(instruction, 0))), true;
  case spv::Op::OpVectorTimesScalar: {
    auto *type = dyn_cast<FixedVectorType>(number(instruction, 0)->getType());
    require(type && number(instruction, 1)->getType() == type->getElementType(), "the operands' types differ");
    set_fast_math(instruction);
    llvm::Value *all = builder_.CreateVectorSplat(type->getNumElements(), operand(instruction, 1));
    return define(instruction, builder_.CreateFMul(operand(instruction, 0), all)), true;
  }
  case spv::Op::OpDot: {
    llvm::Value *a = number(instruction, 0), *b = number(instruction, 1);
    require(a->getType() == b->getType() && a->getType()->isVectorTy(), "the operands are no vectors of one type");
    set_fast_math(instruction);
    const unsigned count = cast<FixedVectorType>(a->getType())->getNumElements();
    // The builtin function is more accurate, but has no more components than OpenCL C's.
    if (count <= 4) return define(instruction, call_builtin("dot", component(a, 0)->getType(), {{a}, {b}})), true;
    llvm::Value *products = builder_.CreateFMul(a, b), *sum = component(products, 0);
    for (unsigned i = 1; i < count; ++i) sum = builder_.CreateFAdd(sum, component(products, i));
    return define(instruction, sum), true;
  }
  case spv::Op::OpSDot:
  case spv::Op::OpUDot:
  case spv::Op::OpSUDot:
  case spv::Op::OpSDotAccSat:
  case spv::Op::OpUDotAccSat:
  case spv::Op::OpSUDotAccSat: return define(instruction, dot_product(instruction)), true;
  case spv::Op::OpUMulExtended:
  case spv::Op::OpSMulExtended:
  case spv::Op::OpIAddCarry:
  case spv::Op::OpISubBorrow: return define(instruction, extended_result(instruction)), true;
  default: return false;
  }
}

// By the library where a rounding or saturation is asked for, else as a cast in OpenCL C.
llvm::Value *FunctionReader::convert(const Instruction &instruction, bool from_unsigned, bool to_unsigned,
                                     bool saturates) {
  llvm::Value *from = operand(instruction, 0);
  llvm::Type *to = module_.ir_type(instruction.type), *source = from->getType();
  auto is_number = [](llvm::Type *type) {
    return (type->isIntOrIntVectorTy() && !type->isIntOrIntVectorTy(1)) || type->isFPOrFPVectorTy();
  };
  require(is_number(source) && is_number(to), "a conversion is not of numbers");
  auto count = [](llvm::Type *type) {
    auto *vector = dyn_cast<FixedVectorType>(type);
    return vector ? vector->getNumElements() : 1;
  };
  require(count(source) == count(to), "a conversion changes the number of components");
  const Decoration *rounding = module_.decoration(instruction.result, spv::Decoration::FPRoundingMode);
  saturates |= module_.is_decorated(instruction.result, spv::Decoration::SaturatedConversion);
  if (saturates && !to->isIntOrIntVectorTy()) saturates = false;
  if (!rounding && !saturates) {
    if (source->isFPOrFPVectorTy())
      return to->isFPOrFPVectorTy() ? builder_.CreateFPCast(from, to)
             : to_unsigned          ? builder_.CreateFPToUI(from, to)
                                    : builder_.CreateFPToSI(from, to);
    if (to->isFPOrFPVectorTy())
      return from_unsigned ? builder_.CreateUIToFP(from, to) : builder_.CreateSIToFP(from, to);
    return builder_.CreateIntCast(from, to, !from_unsigned);
  }
  const char *const modes[] = {"_rte", "_rtz", "_rtp", "_rtn"};
  llvm::Type *scalar = to->getScalarType();
  std::string name = scalar->isHalfTy() ? "half" : scalar->isFloatTy() ? "float" : scalar->isDoubleTy() ? "double" : "";
  if (name.empty()) {
    const unsigned bits = scalar->getIntegerBitWidth();
    name = std::string(to_unsigned ? "u" : "") + (bits == 8    ? "char"
                                                  : bits == 16 ? "short"
                                                  : bits == 32 ? "int"
                                                               : "long");
  }
  name = "convert_" + name + (to->isVectorTy() ? std::to_string(count(to)) : "") + (saturates ? "_sat" : "");
  if (rounding && !rounding->operands.empty()) {
    require(rounding->operands[0] < 4, "the rounding mode is not known");
    name += modes[rounding->operands[0]];
  }
  return call_builtin(name, to, {{from, from_unsigned ? 'u' : 'v'}});
}

// A bfloat16 is an integer of 16 bits.
bool FunctionReader::read_bfloat16(const Instruction &instruction) {
  const bool to = instruction.op == kConvertFToBF16;
  if (!to && instruction.op != kConvertBF16ToF) return false;
  llvm::Value *from = to ? number(instruction, 0) : integer(instruction, 0);
  llvm::Type *scalar = from->getType()->getScalarType();
  require(scalar->isFloatTy() || scalar->isIntegerTy(16), "the operand is neither a float nor a bfloat16");
  auto *vector = dyn_cast<FixedVectorType>(from->getType());
  const std::string count = vector ? std::to_string(vector->getNumElements()) : "";
  llvm::Type *result = from->getType()->getWithNewType(to ? builder_.getInt16Ty() : builder_.getFloatTy());
  const std::string name = to ? "intel_convert_bfloat16" + count + "_as_ushort" + count
                              : "intel_convert_as_bfloat16" + count + "_float" + count;
  return define(instruction, call_builtin(name, result, {{from, 'u'}})), true;
}

bool FunctionReader::read_conversion(const Instruction &instruction) {
  if (read_bfloat16(instruction)) return true;
  llvm::Type *to = nullptr;
  auto cast_to = [&](auto make) {
    to = module_.ir_type(instruction.type);
    define(instruction, make());
    return true;
  };
  switch (instruction.op) {
  case spv::Op::OpConvertFToU: return define(instruction, convert(instruction, false, true, false)), true;
  case spv::Op::OpConvertFToS:
  case spv::Op::OpConvertSToF:
  case spv::Op::OpSConvert:
  case spv::Op::OpFConvert: return define(instruction, convert(instruction, false, false, false)), true;
  case spv::Op::OpConvertUToF:
  case spv::Op::OpUConvert: return define(instruction, convert(instruction, true, true, false)), true;
  case spv::Op::OpSatConvertSToU: return define(instruction, convert(instruction, false, true, true)), true;
  case spv::Op::OpSatConvertUToS: return define(instruction, convert(instruction, true, false, true)), true;
  case spv::Op::OpConvertPtrToU:
    return cast_to([&] {
      require(to->isIntegerTy(), "the result is no integer");
      return builder_.CreatePtrToInt(pointer(instruction, 0), to);
    });
  case spv::Op::OpConvertUToPtr:
    return cast_to([&] {
      require(to->isPointerTy() && integer(instruction, 0)->getType()->isIntegerTy(), "the result is no pointer");
      return builder_.CreateIntToPtr(operand(instruction, 0), to);
    });
  case spv::Op::OpPtrCastToGeneric:
  case spv::Op::OpGenericCastToPtr:
    return cast_to([&] {
      require(to->isPointerTy(), "the result is no pointer");
      return builder_.CreateAddrSpaceCast(pointer(instruction, 0), to);
    });
  case spv::Op::OpGenericCastToPtrExplicit:
    return cast_to([&] {
      require(to->isPointerTy(), "the result is no pointer");
      const unsigned space = to->getPointerAddressSpace();
      const char *name = space == 0 ? "__to_private" : space == 1 ? "__to_global" : space == 3 ? "__to_local" : nullptr;
      require(name != nullptr, "a generic pointer does not lead there");
      return call_named(name, to, pointer(instruction, 0));
    });
  case spv::Op::OpBitcast:
    return cast_to([&]() -> llvm::Value * {
      llvm::Value *from = operand(instruction, 0);
      llvm::Type *source = from->getType();
      if (source->isPointerTy() && to->isIntegerTy()) return builder_.CreatePtrToInt(from, to);
      if (source->isIntegerTy() && to->isPointerTy()) return builder_.CreateIntToPtr(from, to);
      if (source == to) return from;
      // Between a pointer and a vector of its bits.
      if (source->isPointerTy() && to->isVectorTy() && to->getPrimitiveSizeInBits() == 64)
        return builder_.CreateBitCast(builder_.CreatePtrToInt(from, builder_.getInt64Ty()), to);
      if (source->isVectorTy() && to->isPointerTy() && source->getPrimitiveSizeInBits() == 64)
        return builder_.CreateIntToPtr(builder_.CreateBitCast(from, builder_.getInt64Ty()), to);
      require(!source->isAggregateType() && !to->isAggregateType() && source->getPrimitiveSizeInBits() != 0 &&
                  source->getPrimitiveSizeInBits() == to->getPrimitiveSizeInBits(),
              "the types are not of one size");
      return builder_.CreateBitCast(from, to);
    });
  default: return false;
  }
}

// More than 80 lines: a case for each opcode.
bool FunctionReader::read_comparison(const Instruction &instruction) {
  auto compare = [&](CmpInst::Predicate predicate) {
    llvm::Value *a = operand(instruction, 0), *b = operand(instruction, 1);
    require(a->getType() == b->getType(), "the operands' types differ");
    const bool of_floats = CmpInst::isFPPredicate(predicate);
    require(of_floats ? a->getType()->isFPOrFPVectorTy()
                      : (a->getType()->isIntOrIntVectorTy() || a->getType()->isPointerTy()),
            "the operands are no such numbers");
    if (of_floats) set_fast_math(instruction);
    define(instruction, builder_.CreateCmp(predicate, a, b));
    return true;
  };
  // By the library's function of that name.
  auto ask = [&](const char *name) {
    llvm::Value *x = number(instruction, 0);
    llvm::Type *result = builder_.getInt32Ty();
    if (auto *vector = dyn_cast<FixedVectorType>(x->getType()))
      result = FixedVectorType::get(builder_.getIntNTy(vector->getScalarSizeInBits()), vector->getNumElements());
    define(instruction, as_truth(call_builtin(name, result, {{x}})));
    return true;
  };
  auto logical = [&](auto make) {
    llvm::Value *a = truth(instruction, 0), *b = truth(instruction, 1);
    require(a->getType() == b->getType(), "the operands' types differ");
    define(instruction, make(a, b));
    return true;
  };
  using P = CmpInst::Predicate;
  switch (instruction.op) {
  case spv::Op::OpIEqual:
  case spv::Op::OpPtrEqual: return compare(P::ICMP_EQ);
  case spv::Op::OpINotEqual:
  case spv::Op::OpPtrNotEqual: return compare(P::ICMP_NE);
  case spv::Op::OpUGreaterThan: return compare(P::ICMP_UGT);
  case spv::Op::OpSGreaterThan: return compare(P::ICMP_SGT);
  case spv::Op::OpUGreaterThanEqual: return compare(P::ICMP_UGE);
  case spv::Op::OpSGreaterThanEqual: return compare(P::ICMP_SGE);
  case spv::Op::OpULessThan: return compare(P::ICMP_ULT);
  case spv::Op::OpSLessThan: return compare(P::ICMP_SLT);
  case spv::Op::OpULessThanEqual: return compare(P::ICMP_ULE);
  case spv::Op::OpSLessThanEqual: return compare(P::ICMP_SLE);
  case spv::Op::OpFOrdEqual: return compare(P::FCMP_OEQ);
  case spv::Op::OpFUnordEqual: return compare(P::FCMP_UEQ);
  case spv::Op::OpFOrdNotEqual:
  case spv::Op::OpLessOrGreater: return compare(P::FCMP_ONE);
  case spv::Op::OpFUnordNotEqual: return compare(P::FCMP_UNE);
  case spv::Op::OpFOrdLessThan: return compare(P::FCMP_OLT);
  case spv::Op::OpFUnordLessThan: return compare(P::FCMP_ULT);
  case spv::Op::OpFOrdGreaterThan: return compare(P::FCMP_OGT);
  case spv::Op::OpFUnordGreaterThan: return compare(P::FCMP_UGT);
  case spv::Op::OpFOrdLessThanEqual: return compare(P::FCMP_OLE);
  case spv::Op::OpFUnordLessThanEqual: return compare(P::FCMP_ULE);
  case spv::Op::OpFOrdGreaterThanEqual: return compare(P::FCMP_OGE);
  case spv::Op::OpFUnordGreaterThanEqual: return compare(P::FCMP_UGE);
  case spv::Op::OpOrdered: return compare(P::FCMP_ORD);
  case spv::Op::OpUnordered: return compare(P::FCMP_UNO);
  case spv::Op::OpIsNan: return ask("isnan");
  case spv::Op::OpIsInf: return ask("isinf");
  case spv::Op::OpIsFinite: return ask("isfinite");
  case spv::Op::OpIsNormal: return ask("isnormal");
  case spv::Op::OpSignBitSet: return ask("signbit");
  case spv::Op::OpLogicalEqual: return logical([&](auto a, auto b) { return builder_.CreateICmpEQ(a, b); });
  case spv::Op::OpLogicalNotEqual: return logical([&](auto a, auto b) { return builder_.CreateICmpNE(a, b); });
  case spv::Op::OpLogicalOr: return logical([&](auto a, auto b) { return builder_.CreateOr(a, b); });
  case spv::Op::OpLogicalAnd: return logical([&](auto a, auto b) { return builder_.CreateAnd(a, b); });
  case spv::Op::OpLogicalNot: return define(instruction, builder_.CreateNot(truth(instruction, 0))), true;
  case spv::Op::OpAny:
  case spv::Op::OpAll: {
    // LLVM 22's back end hands OpenCL C's integers on, whose sign bits count.
    llvm::Value *given = operand(instruction, 0);
    require(given->getType()->isIntOrIntVectorTy(), "the operand is not of type bool");
    if (!given->getType()->isIntOrIntVectorTy(1))
      given = builder_.CreateICmpSLT(given, Constant::getNullValue(given->getType()));
    if (given->getType()->isVectorTy())
      given = instruction.op == spv::Op::OpAny ? builder_.CreateOrReduce(given) : builder_.CreateAndReduce(given);
    return define(instruction, given), true;
  }
  case spv::Op::OpSelect: {
    llvm::Value *condition = truth(instruction, 0), *a = operand(instruction, 1), *b = operand(instruction, 2);
    require(a->getType() == b->getType() && !SelectInst::areInvalidOperands(condition, a, b),
            "the operands' types differ");
    return define(instruction, builder_.CreateSelect(condition, a, b)), true;
  }
  default: return false;
  }
}

bool FunctionReader::read_bits(const Instruction &instruction) {
  switch (instruction.op) {
  case spv::Op::OpBitReverse:
    return define(instruction, builder_.CreateUnaryIntrinsic(llvm::Intrinsic::bitreverse, integer(instruction, 0))),
           true;
  case spv::Op::OpBitCount: {
    llvm::Value *count = builder_.CreateUnaryIntrinsic(llvm::Intrinsic::ctpop, integer(instruction, 0));
    return define(instruction, resize(count, module_.ir_type(instruction.type)->getScalarSizeInBits(), false)), true;
  }
  case spv::Op::OpBitFieldInsert: {
    llvm::Value *base = integer(instruction, 0), *insert = integer(instruction, 1);
    require(base->getType() == insert->getType(), "the operands' types differ");
    llvm::Value *offset = resize(operand(instruction, 2), 32, false),
                *count = resize(operand(instruction, 3), 32, false);
    return define(instruction, call_builtin("bitfield_insert", base->getType(),
                                            {{base, 'u'}, {insert, 'u'}, {offset, 'u'}, {count, 'u'}})),
           true;
  }
  case spv::Op::OpBitFieldSExtract:
  case spv::Op::OpBitFieldUExtract: {
    const bool is_signed = instruction.op == spv::Op::OpBitFieldSExtract;
    llvm::Value *base = integer(instruction, 0);
    llvm::Value *offset = resize(operand(instruction, 1), 32, false),
                *count = resize(operand(instruction, 2), 32, false);
    return define(instruction,
                  call_builtin(is_signed ? "bitfield_extract_signed" : "bitfield_extract_unsigned", base->getType(),
                               {{base, is_signed ? 'v' : 'u'}, {offset, 'u'}, {count, 'u'}})),
           true;
  }
  case spv::Op::OpExpectKHR: {
    llvm::Value *value = operand(instruction, 0), *expected = operand(instruction, 1);
    require(value->getType()->isIntOrIntVectorTy() && value->getType() == expected->getType(),
            "the operands are no integers of one type");
    if (value->getType()->isVectorTy()) return define(instruction, value), true;  // LLVM has no such hint
    return define(instruction,
                  builder_.CreateIntrinsic(llvm::Intrinsic::expect, {value->getType()}, {value, expected})),
           true;
  }
  case spv::Op::OpAssumeTrueKHR:
    require(truth(instruction, 0)->getType()->isIntegerTy(), "the condition is no bool");
    return builder_.CreateAssumption(operand(instruction, 0)), true;
  default: return false;
  }
}

namespace {

// Elements that an instruction is made for, each.
constexpr uint64_t kMaxCopied = 65536;

// The type that indices lead to from `type`; null where they do not.
llvm::Type *part_of(llvm::Type *type, ArrayRef<uint32_t> indices) {
  for (uint32_t index : indices) {
    if (auto *vector = dyn_cast<FixedVectorType>(type))
      type = index < vector->getNumElements() ? vector->getElementType() : nullptr;
    else if (auto *array = dyn_cast<ArrayType>(type))
      type = index < array->getNumElements() ? array->getElementType() : nullptr;
    else if (auto *structure = dyn_cast<StructType>(type))
      type = index < structure->getNumElements() ? structure->getElementType(index) : nullptr;
    else
      type = nullptr;
    if (!type) return nullptr;
  }
  return type;
}

}  // namespace

// Between types of the same members.
llvm::Value *FunctionReader::copy_logical(llvm::Value *from, llvm::Type *to) {
  llvm::Type *type = from->getType();
  if (type == to) return from;
  const bool arrays = type->isArrayTy() && to->isArrayTy(), structures = type->isStructTy() && to->isStructTy();
  const uint64_t count = arrays ? type->getArrayNumElements() : structures ? type->getStructNumElements() : 0;
  require((arrays && to->getArrayNumElements() == count) || (structures && to->getStructNumElements() == count),
          "the types do not match");
  require(count <= kMaxCopied, "the array is too long to be copied by its elements");
  llvm::Value *result = PoisonValue::get(to);
  for (unsigned i = 0; i < count; ++i)
    result = builder_.CreateInsertValue(result, copy_logical(builder_.CreateExtractValue(from, i), part_of(to, i)), i);
  return result;
}

// More than 80 lines: a case for each opcode.
bool FunctionReader::read_composite(const Instruction &instruction) {
  switch (instruction.op) {
  case spv::Op::OpCopyObject: return define(instruction, operand(instruction, 0)), true;
  case spv::Op::OpCopyLogical:
    return define(instruction, copy_logical(operand(instruction, 0), module_.ir_type(instruction.type))), true;
  case spv::Op::OpUndef: return define(instruction, UndefValue::get(module_.sized_type(instruction.type))), true;
  case spv::Op::OpVectorExtractDynamic:
    require(operand(instruction, 0)->getType()->isVectorTy() && integer(instruction, 1)->getType()->isIntegerTy(),
            "the operands are no vector and number");
    return define(instruction, builder_.CreateExtractElement(operand(instruction, 0), operand(instruction, 1))), true;
  case spv::Op::OpVectorInsertDynamic:
    require(operand(instruction, 0)->getType()->isVectorTy() && integer(instruction, 2)->getType()->isIntegerTy() &&
                operand(instruction, 1)->getType() == operand(instruction, 0)->getType()->getScalarType(),
            "the operands are no vector, component and number");
    return define(instruction, builder_.CreateInsertElement(operand(instruction, 0), operand(instruction, 1),
                                                            operand(instruction, 2))),
           true;
  case spv::Op::OpVectorShuffle: {
    auto *a = dyn_cast<FixedVectorType>(operand(instruction, 0)->getType());
    auto *b = dyn_cast<FixedVectorType>(operand(instruction, 1)->getType());
    require(a && b && a->getElementType() == b->getElementType(), "the operands are no vectors of one component type");
    // LLVM's are of one size; what is chosen of the second moves.
    const unsigned first = a->getNumElements(), second = b->getNumElements(), both = std::max(first, second);
    auto padded = [&](llvm::Value *vector, unsigned count) {
      SmallVector<int> mask(both, -1);
      for (unsigned i = 0; i < count; ++i) mask[i] = int(i);
      return count == both ? vector : builder_.CreateShuffleVector(vector, mask);
    };
    SmallVector<int> mask;
    for (uint32_t index : instruction.operands.drop_front(2)) {
      require(index == ~0u || index < first + second, "a component is not there");
      mask.push_back(index == ~0u ? -1 : index < first ? int(index) : int(index - first + both));
    }
    require(!mask.empty(), "an operand is missing");
    llvm::Value *result = builder_.CreateShuffleVector(padded(operand(instruction, 0), first),
                                                       padded(operand(instruction, 1), second), mask);
    return define(instruction, result), true;
  }
  case spv::Op::OpCompositeConstruct: {
    llvm::Type *type = module_.sized_type(instruction.type);
    llvm::Value *result = PoisonValue::get(type);
    unsigned at = 0;
    for (Id part : instruction.operands) {
      llvm::Value *given = value(part);
      if (auto *inner = dyn_cast<FixedVectorType>(given->getType()); inner && type->isVectorTy()) {
        for (unsigned i = 0; i < inner->getNumElements(); ++i, ++at) {
          require(part_of(type, at) == inner->getElementType(), "a part's type is not the composite's");
          result = builder_.CreateInsertElement(result, component(given, i), at);
        }
        continue;
      }
      require(part_of(type, at) == given->getType(), "a part's type is not the composite's");
      result = type->isVectorTy() ? builder_.CreateInsertElement(result, given, at)
                                  : builder_.CreateInsertValue(result, given, at);
      ++at;
    }
    require(part_of(type, at) == nullptr, "a part of the composite is missing");
    return define(instruction, result), true;
  }
  case spv::Op::OpCompositeExtract: {
    llvm::Value *from = operand(instruction, 0);
    ArrayRef<uint32_t> indices = instruction.operands.drop_front();
    require(part_of(from->getType(), indices) != nullptr, "the composite has no such part");
    for (uint32_t index : indices)
      from = from->getType()->isVectorTy() ? builder_.CreateExtractElement(from, index)
                                           : builder_.CreateExtractValue(from, index);
    return define(instruction, from), true;
  }
  case spv::Op::OpCompositeInsert: {
    llvm::Value *object = operand(instruction, 0), *into = operand(instruction, 1);
    ArrayRef<uint32_t> indices = instruction.operands.drop_front(2);
    require(!indices.empty() && part_of(into->getType(), indices) == object->getType(),
            "the composite has no such part");
    llvm::Type *outer = part_of(into->getType(), indices.drop_back());
    if (!outer->isVectorTy()) return define(instruction, builder_.CreateInsertValue(into, object, indices)), true;
    if (indices.size() == 1) return define(instruction, builder_.CreateInsertElement(into, object, indices[0])), true;
    llvm::Value *vector = builder_.CreateExtractValue(into, indices.drop_back());
    vector = builder_.CreateInsertElement(vector, object, indices.back());
    return define(instruction, builder_.CreateInsertValue(into, vector, indices.drop_back())), true;
  }
  default: return false;
  }
}

}  // namespace wherry::compiler::spirv
