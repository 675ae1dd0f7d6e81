// SPDX-License-Identifier: Apache-2.0
// Constants of a module, and those that a program may set before it builds.
#include <cstring>

#include "compiler/frontend/spirv/function_reader.h"
#include "compiler/frontend/spirv/module_reader.h"
#include "kernel_abi/abi.h"
#include "llvm/IR/Constants.h"

using namespace llvm;

namespace wherry::compiler::spirv {
namespace {

Constant *number_of(llvm::Type *type, uint64_t bits) {
  const unsigned width = type->getScalarSizeInBits();
  const APInt value(width, bits, false, /*implicitTrunc=*/true);
  if (type->isIntegerTy()) return ConstantInt::get(type, value);
  require(type->isFloatingPointTy(), "the constant is no number");
  return ConstantFP::get(type, APFloat(type->getFltSemantics(), value));
}

}  // namespace

// The value that the program has set, or else null.
Constant *ModuleReader::specialised(const Instruction &instruction, llvm::Type *type) const {
  const Decoration *decorated = decoration(instruction.result, spv::Decoration::SpecId);
  if (!decorated || decorated->operands.empty()) return nullptr;
  const auto found = llvm::find_if(request_.constants, [&](auto &set) { return set.id == decorated->operands[0]; });
  if (found == request_.constants.end()) return nullptr;
  uint64_t bits = 0;
  std::memcpy(&bits, found->bytes.data(), std::min(found->bytes.size(), sizeof bits));
  return type->isIntegerTy(1) ? ConstantInt::get(type, bits != 0) : number_of(type, bits);
}

void ModuleReader::read_number(const Instruction &instruction) {
  llvm::Type *type = ir_type(instruction.type);
  uint64_t bits = instruction.operand(0);
  if (type->getScalarSizeInBits() == 64) bits |= uint64_t{instruction.operand(1)} << 32;
  require(!type->isVectorTy() && !type->isIntegerTy(1), "the constant is no number");
  Constant *set = instruction.op == spv::Op::OpSpecConstant ? specialised(instruction, type) : nullptr;
  define(instruction.result, {set ? set : number_of(type, bits), instruction.type});
}

void ModuleReader::read_composite(const Instruction &instruction) {
  llvm::Type *type = ir_type(instruction.type);
  SmallVector<Constant *> parts;
  for (Id part : instruction.operands) parts.push_back(constant(part));
  auto check = [&](size_t count, auto &&type_at) {
    require(parts.size() == count, "the constant has not as many parts as its type");
    for (size_t i = 0; i < count; ++i)
      require(parts[i]->getType() == type_at(unsigned(i)), "a part's type is not the composite's");
  };
  Constant *made = nullptr;
  if (auto *vector = dyn_cast<FixedVectorType>(type)) {
    check(vector->getNumElements(), [&](unsigned) { return vector->getElementType(); });
    made = ConstantVector::get(parts);
  } else if (auto *array = dyn_cast<ArrayType>(type)) {
    check(array->getNumElements(), [&](unsigned) { return array->getElementType(); });
    made = ConstantArray::get(array, parts);
  } else if (auto *structure = dyn_cast<StructType>(type)) {
    check(structure->getNumElements(), [&](unsigned i) { return structure->getElementType(i); });
    made = ConstantStruct::get(structure, parts);
  } else {
    refuse("the constant's type has no parts");
  }
  define(instruction.result, {made, instruction.type});
}

// OpSpecConstantOp: as the operation would be in a function, whose operands are all constant.
void ModuleReader::read_folded(const Instruction &instruction) {
  Instruction operation = instruction;
  operation.op = static_cast<spv::Op>(instruction.operand(0));
  operation.operands = instruction.operands.drop_front();
  define(instruction.result, {fold(*this, operation), instruction.type});
}

void ModuleReader::read_constant(const Instruction &instruction) {
  llvm::Type *type = ir_type(instruction.type);
  require(type->isFirstClassType() && type->isSized(), "a constant cannot have this type");
  auto truth = [&](bool value, bool can_be_set) {
    require(type->isIntegerTy(1), "the constant is not of type bool");
    Constant *set = can_be_set ? specialised(instruction, type) : nullptr;
    define(instruction.result, {set ? set : ConstantInt::get(type, value), instruction.type});
  };
  switch (instruction.op) {
  case spv::Op::OpConstantTrue: return truth(true, false);
  case spv::Op::OpConstantFalse: return truth(false, false);
  case spv::Op::OpSpecConstantTrue: return truth(true, true);
  case spv::Op::OpSpecConstantFalse: return truth(false, true);
  case spv::Op::OpConstant:
  case spv::Op::OpSpecConstant: return read_number(instruction);
  case spv::Op::OpConstantComposite:
  case spv::Op::OpSpecConstantComposite: return read_composite(instruction);
  case spv::Op::OpConstantNull: return define(instruction.result, {Constant::getNullValue(type), instruction.type});
  case spv::Op::OpSpecConstantOp: return read_folded(instruction);
  case spv::Op::OpConstantSampler: {
    require(this->type(instruction.type).op == spv::Op::OpTypeSampler, "the constant is no sampler");
    require(instruction.operand(0) <= 4 && instruction.operand(1) <= 1 && instruction.operand(2) <= 1,
            "the sampler is not possible");
    const uint64_t bits = uint64_t{instruction.operand(0)} << 1 | instruction.operand(1) |
                          (instruction.operand(2) ? abi::kSamplerLinear : abi::kSamplerNearest);
    return define(instruction.result, {ConstantInt::get(type, bits), instruction.type});
  }
  default: refuse("this constant is not supported");
  }
}

}  // namespace wherry::compiler::spirv
