// SPDX-License-Identifier: Apache-2.0
// Types of a module.
#include "compiler/frontend/spirv/module_reader.h"
#include "compiler/ir/address_spaces.h"
#include "llvm/IR/DerivedTypes.h"

using namespace llvm;

namespace wherry::compiler::spirv {
namespace {

// SPIR-V's universal limit on the nesting of structures, here of all aggregates: LLVM walks types by recursion.
constexpr unsigned kMaxDepth = 255;
// More than any device has, and far from where LLVM's sums of sizes overflow.
constexpr uint64_t kMaxBytes = uint64_t{1} << 46;
// SPIR-V's universal limits.
constexpr size_t kMaxMembers = 16383, kMaxParameters = 255;

bool is_width(uint32_t bits) { return bits == 8 || bits == 16 || bits == 32 || bits == 64; }
bool is_component_count(uint32_t count) { return count == 2 || count == 3 || count == 4 || count == 8 || count == 16; }

}  // namespace

void ModuleReader::define_type(Id id, Type type) {
  require(type.depth <= kMaxDepth, "the type is nested too deeply");
  require(type.bytes <= kMaxBytes, "the type is larger than any memory");
  if (!types_.emplace(id, std::move(type)).second) refuse("%" + Twine(id) + " is defined twice");
}

void ModuleReader::read_aggregate_type(const Instruction &instruction) {
  Type type{.op = instruction.op};
  if (instruction.op == spv::Op::OpTypeStruct) {
    require(instruction.operands.size() <= kMaxMembers, "the structure has too many members");
    SmallVector<llvm::Type *> members;
    for (Id member : instruction.operands) {
      // A pointer that is defined later is a pointer already.
      const auto forward = forward_pointers_.find(member);
      members.push_back(forward != forward_pointers_.end() && !types_.contains(member)
                            ? PointerType::get(context, address_space(forward->second))
                            : ir_type(member));
      require(members.back()->isSized(), "a member has no size");
      type.members.push_back(member);
      if (!types_.contains(member)) continue;
      type.bytes += this->type(member).bytes;
      type.depth = std::max(type.depth, this->type(member).depth + 1);
    }
    const bool packed = is_decorated(instruction.result, spv::Decoration::CPacked);
    type.ir = StructType::create(context, members, name(instruction.result), packed);
  } else {
    type.element = instruction.operand(0);
    llvm::Type *element = ir_type(type.element);
    require(element->isSized(), "an element has no size");
    const uint64_t count = instruction.op == spv::Op::OpTypeArray ? constant_number(instruction.operand(1)) : 0;
    const uint64_t bytes = std::max<uint64_t>(this->type(type.element).bytes, 1);
    require(count <= kMaxBytes / bytes, "the array is larger than any memory");
    type.ir = ArrayType::get(element, count);
    type.bytes = bytes * count;
    type.depth = this->type(type.element).depth + 1;
  }
  define_type(instruction.result, std::move(type));
}

void ModuleReader::read_function_type(const Instruction &instruction) {
  Type type{.op = instruction.op, .element = instruction.operand(0)};
  require(instruction.operands.size() <= kMaxParameters + 1, "the function has too many parameters");
  SmallVector<llvm::Type *> parameters;
  for (Id parameter : instruction.operands.drop_front()) {
    parameters.push_back(ir_type(parameter));
    require(parameters.back()->isSized(), "a parameter has no size");
    type.members.push_back(parameter);
  }
  llvm::Type *result = ir_type(type.element);
  require(result->isVoidTy() || result->isSized(), "a function cannot return this");
  type.ir = FunctionType::get(result, parameters, false);
  define_type(instruction.result, std::move(type));
}

void ModuleReader::read_type(const Instruction &instruction) {
  Type type{.op = instruction.op, .bytes = 8};
  switch (instruction.op) {
  case spv::Op::OpTypeVoid: type.ir = llvm::Type::getVoidTy(context), type.bytes = 0; break;
  case spv::Op::OpTypeBool: type.ir = llvm::Type::getInt1Ty(context), type.bytes = 1; break;
  case spv::Op::OpTypeInt:
    require(is_width(instruction.operand(0)), "an integer is not of 8, 16, 32 or 64 bits");
    type.ir = llvm::Type::getIntNTy(context, instruction.operand(0));
    type.bytes = instruction.operand(0) / 8;
    break;
  case spv::Op::OpTypeFloat:
    switch (instruction.operand(0)) {
    case 16: type.ir = llvm::Type::getHalfTy(context); break;
    case 32: type.ir = llvm::Type::getFloatTy(context); break;
    case 64: type.ir = llvm::Type::getDoubleTy(context); break;
    default: refuse("a floating-point number is not of 16, 32 or 64 bits");
    }
    require(!instruction.has(1), "the floating-point encoding is not IEEE's");
    break;
  case spv::Op::OpTypeVector: {
    type.element = instruction.operand(0);
    llvm::Type *element = ir_type(type.element);
    require(element->isIntegerTy() || element->isFloatingPointTy(), "a vector's components are no numbers");
    require(is_component_count(instruction.operand(1)), "a vector has not 2, 3, 4, 8 or 16 components");
    type.ir = FixedVectorType::get(element, instruction.operand(1));
    type.bytes = 8 * instruction.operand(1);
    break;
  }
  case spv::Op::OpTypeArray:
  case spv::Op::OpTypeRuntimeArray:
  case spv::Op::OpTypeStruct: return read_aggregate_type(instruction);
  case spv::Op::OpTypeFunction: return read_function_type(instruction);
  case spv::Op::OpTypeForwardPointer:
    forward_pointers_[instruction.operand(0)] = static_cast<spv::StorageClass>(instruction.operand(1));
    return;
  case spv::Op::OpTypePointer:
    type.storage = static_cast<spv::StorageClass>(instruction.operand(0));
    type.element = instruction.operand(1);
    type.depth = this->type(type.element).depth + 1;
    type.ir = PointerType::get(context, address_space(type.storage));
    break;
  case spv::Op::OpTypeOpaque: type.ir = StructType::create(context, name(instruction.result)); break;
  // As Clang has events, in objects too.
  case spv::Op::OpTypeEvent: type.ir = PointerType::get(context, kPrivateSpace); break;
  case spv::Op::OpTypeImage:
    require(instruction.operands.size() >= 7, "an operand is missing");
    type.image = instruction.operands.drop_front();
    [[fallthrough]];
  case spv::Op::OpTypeQueue:
  case spv::Op::OpTypeDeviceEvent:
  case spv::Op::OpTypePipe: type.ir = PointerType::get(context, kGlobalSpace); break;
  case spv::Op::OpTypeSampler:
  case spv::Op::OpTypeReserveId: type.ir = llvm::Type::getInt64Ty(context); break;
  case spv::Op::OpTypeSampledImage:
    type.element = instruction.operand(0);
    require(this->type(type.element).op == spv::Op::OpTypeImage, "this is no image");
    break;
  default: refuse("this type is not supported");
  }
  if (instruction.op == spv::Op::OpTypePipe) type.image = instruction.operands;
  define_type(instruction.result, std::move(type));
}

}  // namespace wherry::compiler::spirv
