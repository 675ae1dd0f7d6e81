// SPDX-License-Identifier: Apache-2.0
// The extended instruction set OpenCL.std.
#include "compiler/frontend/spirv/function_reader.h"
#include "compiler/ir/address_spaces.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/MDBuilder.h"

using namespace llvm;

namespace wherry::compiler::spirv {
namespace {

struct StdFunction {
  uint32_t number;
  const char *name, *operands;
};
constexpr StdFunction kFunctions[] = {
#define WHERRY_STD(number, name, operands) {number, #name, operands},
#include "compiler/frontend/spirv/opencl_std.def"
};

// OpenCL.std's numbers of the instructions that load and store.
enum : uint32_t {
  kVloadN = 171,
  kVstoreN,
  kVloadHalf,
  kVloadHalfN,
  kVstoreHalf,
  kVstoreHalfR,
  kVstoreHalfN,
  kVstoreHalfNR,
  kVloadaHalfN,
  kVstoreaHalfN,
  kVstoreaHalfNR,
  kPrintf = 184
};

}  // namespace

// Loads: offset, pointer, n. Stores: data, offset, pointer, rounding mode. Operand 0 is the set, 1 the number.
llvm::Value *FunctionReader::read_vector_data(const Instruction &instruction, uint32_t number) {
  const bool loads = number == kVloadN || number == kVloadHalf || number == kVloadHalfN || number == kVloadaHalfN;
  const bool aligned = number == kVloadaHalfN || number == kVstoreaHalfN || number == kVstoreaHalfNR;
  const bool of_half = number != kVloadN && number != kVstoreN;
  const size_t first = loads ? 2 : 3;
  const BuiltinArgument offset{as_size(integer(instruction, first)), 'u'};
  llvm::Type *data = loads ? module_.ir_type(instruction.type) : operand(instruction, 2)->getType();
  // The data says what the pointer leads to: Clang's back end leaves out casts of pointers.
  llvm::Type *element = of_half ? builder_.getHalfTy() : data->getScalarType();
  BuiltinArgument to{.value = pointer(instruction, first + 1), .kind = loads ? 'c' : 'p', .pointee = element};
  auto *vector = dyn_cast<FixedVectorType>(data);
  std::string name = std::string(loads ? "vload" : "vstore") + (aligned ? "a" : "") + (of_half ? "_half" : "") +
                     (vector ? std::to_string(vector->getNumElements()) : "");
  require(element->isFloatingPointTy() || (element->isIntegerTy() && element->getIntegerBitWidth() >= 8),
          "no numbers are loaded or stored");
  if (loads) return call_builtin(name, data, {offset, to});
  if (number == kVstoreHalfR || number == kVstoreHalfNR || number == kVstoreaHalfNR) {
    const char *const modes[] = {"_rte", "_rtz", "_rtp", "_rtn"};
    require(instruction.operand(5) < 4, "the rounding mode is not known");
    name += modes[instruction.operand(5)];
  }
  return call_builtin(name, builder_.getVoidTy(), {{operand(instruction, 2)}, offset, to});
}

// Applies the promotions of variable arguments, which not all compilers write into the module.
void FunctionReader::read_printf(const Instruction &instruction) {
  SmallVector<llvm::Value *> arguments;
  llvm::PointerType *format = builder_.getPtrTy(kConstantSpace);
  for (size_t i = 2; i < instruction.operands.size(); ++i) {
    llvm::Value *argument = operand(instruction, i);
    llvm::Type *type = argument->getType();
    if (type->isHalfTy() || type->isFloatTy())
      argument = builder_.CreateFPExt(argument, builder_.getDoubleTy());
    else if (type->isIntegerTy() && type->getIntegerBitWidth() < 32)
      argument = builder_.CreateZExt(argument, builder_.getInt32Ty());
    arguments.push_back(argument);
  }
  require(!arguments.empty() && arguments[0]->getType()->isPointerTy(), "printf has no format");
  arguments[0] = builder_.CreateAddrSpaceCast(arguments[0], format);
  auto callee = module_.module.getOrInsertFunction("printf", FunctionType::get(builder_.getInt32Ty(), format, true));
  auto *function = dyn_cast<Function>(callee.getCallee());
  require(function != nullptr, "a variable has the name of printf");
  function->setCallingConv(CallingConv::SPIR_FUNC);
  CallInst *call = builder_.CreateCall(callee, arguments);
  call->setCallingConv(CallingConv::SPIR_FUNC);
  define(instruction, call);
}

void FunctionReader::read_extended(const Instruction &instruction) {
  const uint32_t number = instruction.operand(1);
  if (is_debug_set(module_.set(instruction.operand(0)))) {
    read_debug_info(instruction);
    return module_.define(instruction.result, {UndefValue::get(builder_.getInt32Ty()), 0});
  }
  if (number == kPrintf) return read_printf(instruction);
  auto finish = [&](llvm::Value *result) {
    if (!result->getType()->isVoidTy()) return define(instruction, result);
    module_.define(instruction.result, {UndefValue::get(builder_.getInt32Ty()), 0});
  };
  if (number >= kVloadN && number <= kVstoreaHalfNR) return finish(read_vector_data(instruction, number));
  const auto *found = llvm::find_if(kFunctions, [&](const StdFunction &known) { return known.number == number; });
  if (found == std::end(kFunctions)) refuse("OpenCL.std has no instruction " + Twine(number));
  std::vector<BuiltinArgument> arguments;
  const StringRef kinds = found->operands;
  for (size_t i = 2; i < instruction.operands.size(); ++i) {
    const char kind = kinds[std::min(i - 2, kinds.size() - 1)];
    const bool is_pointer = kind == 'p' || kind == 'c';
    llvm::Value *value = is_pointer ? pointer(instruction, i) : operand(instruction, i);
    arguments.push_back(
        {.value = value, .kind = kind, .pointee = is_pointer ? first_at(instruction.operand(i)) : nullptr});
  }
  llvm::Value *result = call_builtin(found->name, module_.ir_type(instruction.type), arguments);
  // As Clang has it: 3 ulp suffice.
  if (StringRef(found->name) == "sqrt" && result->getType()->getScalarType()->isFloatTy() && !module_.precise_division)
    cast<llvm::Instruction>(result)->setMetadata(LLVMContext::MD_fpmath, MDBuilder(module_.context).createFPMath(3.0f));
  finish(result);
}

}  // namespace wherry::compiler::spirv
