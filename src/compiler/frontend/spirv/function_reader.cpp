// SPDX-License-Identifier: Apache-2.0
#include "compiler/frontend/spirv/function_reader.h"

#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DIBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/MDBuilder.h"

using namespace llvm;

namespace wherry::compiler::spirv {

llvm::Value *FunctionReader::integer(const Instruction &instruction, size_t index) const {
  llvm::Value *found = operand(instruction, index);
  require(found->getType()->isIntOrIntVectorTy() && !found->getType()->isIntOrIntVectorTy(1),
          "an operand is no integer");
  return found;
}

llvm::Value *FunctionReader::number(const Instruction &instruction, size_t index) const {
  llvm::Value *found = operand(instruction, index);
  require(found->getType()->isFPOrFPVectorTy(), "an operand is no floating-point number");
  return found;
}

llvm::Value *FunctionReader::pointer(const Instruction &instruction, size_t index) const {
  llvm::Value *found = operand(instruction, index);
  require(found->getType()->isPointerTy(), "an operand is no pointer");
  return found;
}

llvm::Value *FunctionReader::truth(const Instruction &instruction, size_t index) const {
  llvm::Value *found = operand(instruction, index);
  require(found->getType()->isIntOrIntVectorTy(1), "an operand is not of type bool");
  return found;
}

llvm::Type *FunctionReader::pointee(Id pointer) const {
  const Type &type = module_.type(module_.value(pointer).type);
  require(type.op == spv::Op::OpTypePointer, "an operand is no pointer");
  return module_.ir_type(type.element);
}

llvm::Type *FunctionReader::first_at(Id pointer) const {
  llvm::Type *type = pointee(pointer);
  while (type->isAggregateType()) {
    const unsigned members =
        type->isArrayTy() ? unsigned(type->getArrayNumElements() != 0) : type->getStructNumElements();
    if (members == 0) break;
    type = GetElementPtrInst::getTypeAtIndex(type, uint64_t(0));
  }
  return type;
}

void FunctionReader::define(const Instruction &instruction, llvm::Value *result) {
  require(result->getType() == module_.ir_type(instruction.type),
          "the result is not of the type that it is said to be");
  module_.define(instruction.result, {result, instruction.type});
}

llvm::Value *FunctionReader::resize(llvm::Value *number, unsigned bits, bool is_signed) {
  require(number->getType()->isIntOrIntVectorTy(), "an operand is no integer");
  return builder_.CreateIntCast(number, number->getType()->getWithNewBitWidth(bits), is_signed);
}

llvm::Value *FunctionReader::low_bits(llvm::Value *number, llvm::Type *type) {
  const unsigned bits = type->getScalarSizeInBits();
  const bool is_wider = number->getType()->isIntOrIntVectorTy() && number->getType()->getScalarSizeInBits() > bits;
  return is_wider && type->isIntOrIntVectorTy() ? resize(number, bits, false) : number;
}

llvm::Value *FunctionReader::component(llvm::Value *vector, unsigned index) {
  return builder_.CreateExtractElement(vector, index);
}

llvm::Value *FunctionReader::as_truth(llvm::Value *number) {
  return builder_.CreateICmpNE(number, Constant::getNullValue(number->getType()));
}

llvm::Value *FunctionReader::call_named(StringRef symbol, llvm::Type *result, ArrayRef<llvm::Value *> arguments) {
  SmallVector<llvm::Type *> types;
  for (llvm::Value *argument : arguments) types.push_back(argument->getType());
  auto callee = module_.module.getOrInsertFunction(symbol, FunctionType::get(result, types, false));
  auto *function = dyn_cast<Function>(callee.getCallee());
  require(function != nullptr, "a variable has the name of a builtin function");
  if (function->isDeclaration()) {
    function->setCallingConv(CallingConv::SPIR_FUNC);
    function->addFnAttr(Attribute::Convergent);
    function->addFnAttr(Attribute::NoUnwind);
  }
  CallInst *call = builder_.CreateCall(callee, arguments);
  call->setCallingConv(CallingConv::SPIR_FUNC);
  return call;
}

llvm::Value *FunctionReader::call_builtin(StringRef name, llvm::Type *result, ArrayRef<BuiltinArgument> arguments) {
  MangledName mangled(name);
  SmallVector<llvm::Value *> values;
  for (const BuiltinArgument &argument : arguments) {
    llvm::Type *type = argument.value->getType();
    const bool is_unsigned = argument.kind == 'u' || argument.kind == 'P' || argument.kind == 'C';
    if (!argument.opaque.empty())
      mangled.add_opaque(argument.opaque);
    else if (argument.pointee)
      mangled.add_pointer(*argument.pointee, is_unsigned, type->getPointerAddressSpace(),
                          argument.kind == 'c' || argument.kind == 'C');
    else
      mangled.add(*type, is_unsigned);
    values.push_back(argument.value);
  }
  if (arguments.empty()) mangled.add(*builder_.getVoidTy(), false);
  return call_named(mangled.text(), result, values);
}

llvm::Value *FunctionReader::call_intrinsic(Intrinsic id, ArrayRef<llvm::Value *> arguments) {
  return builder_.CreateCall(declare_intrinsic(module_.module, id), arguments);
}

BasicBlock *FunctionReader::block(Id id) const {
  const auto found = blocks_.find(id);
  if (found == blocks_.end()) refuse("%" + Twine(id) + " is no block of this function");
  return found->second;
}

void FunctionReader::make_blocks(ArrayRef<Instruction> instructions) {
  for (const Instruction &instruction : instructions)
    if (instruction.op == spv::Op::OpLabel &&
        !blocks_.emplace(instruction.result, BasicBlock::Create(module_.context, "", &function_)).second)
      refuse("%" + Twine(instruction.result) + " is defined twice");
}

void FunctionReader::read_phi(const Instruction &instruction) {
  require(builder_.GetInsertBlock()->empty() || isa<PHINode>(builder_.GetInsertBlock()->back()),
          "a phi stands behind other instructions");
  PHINode *phi = builder_.CreatePHI(module_.sized_type(instruction.type), unsigned(instruction.operands.size() / 2));
  phis_.emplace_back(phi, instruction);
  define(instruction, phi);
}

void FunctionReader::finish_phis() {
  for (auto &[phi, instruction] : phis_) {
    require(instruction.operands.size() % 2 == 0, "a phi's operands are not in pairs");
    for (size_t i = 0; i < instruction.operands.size(); i += 2) {
      // SPIR-V has one entry for a predecessor, LLVM one for each of its branches.
      BasicBlock *from = block(instruction.operands[i + 1]);
      require(from->getTerminator() && is_contained(successors(from), phi->getParent()),
              "a phi names a block that does not come before");
      builder_.SetInsertPoint(from->getTerminator());
      llvm::Value *incoming = low_bits(value(instruction.operands[i]), phi->getType());
      require(incoming->getType() == phi->getType(), "an operand of a phi has another type");
      for (auto edges = llvm::count(successors(from), phi->getParent()); edges > 0; --edges)
        phi->addIncoming(incoming, from);
    }
  }
}

void FunctionReader::read_switch(const Instruction &instruction) {
  llvm::Value *selector = integer(instruction, 0);
  auto *type = dyn_cast<IntegerType>(selector->getType());
  require(type != nullptr, "a switch is on no integer");
  const size_t words = type->getBitWidth() > 32 ? 2 : 1;
  SwitchInst *made = builder_.CreateSwitch(selector, block(instruction.operand(1)));
  for (size_t i = 2; i < instruction.operands.size(); i += words + 1) {
    uint64_t literal = instruction.operand(i);
    if (words == 2) literal |= uint64_t{instruction.operand(i + 1)} << 32;
    made->addCase(ConstantInt::get(module_.context, APInt(type->getBitWidth(), literal, false, true)),
                  block(instruction.operand(i + words)));
  }
}

void FunctionReader::read_call(const Instruction &instruction) {
  Function *callee = module_.function(instruction.operand(0));
  const FunctionType *type = callee->getFunctionType();
  require(instruction.operands.size() == type->getNumParams() + 1,
          "the call has not as many arguments as the function");
  SmallVector<llvm::Value *> arguments;
  for (unsigned i = 0; i < type->getNumParams(); ++i) {
    const Id id = instruction.operand(i + 1);
    llvm::Value *argument = module_.builtin(id) ? builtin_address(id) : value(id);
    require(argument->getType() == type->getParamType(i), "an argument's type is not the parameter's");
    arguments.push_back(argument);
  }
  CallInst *call = builder_.CreateCall(callee, arguments);
  call->setCallingConv(callee->getCallingConv());
  if (!call->getType()->isVoidTy())
    define(instruction, call);
  else
    module_.define(instruction.result, {UndefValue::get(builder_.getInt32Ty()), 0});
}

// For the loop whose header ends behind this.
void FunctionReader::read_loop_control(const Instruction &instruction) {
  const uint32_t control = instruction.operand(instruction.op == spv::Op::OpLoopMerge ? 2 : 0);
  const char *hint = control & uint32_t(spv::LoopControlMask::DontUnroll) ? "llvm.loop.unroll.disable"
                     : control & uint32_t(spv::LoopControlMask::Unroll)   ? "llvm.loop.unroll.enable"
                                                                          : nullptr;
  if (!hint) return;
  LLVMContext &context = module_.context;
  MDNode *loop = MDNode::getDistinct(context, {nullptr, MDNode::get(context, MDString::get(context, hint))});
  loop->replaceOperandWith(0, loop);
  loops_.emplace_back(builder_.GetInsertBlock(), loop);
}

// LLVM has a loop's hints at the branches back to its header.
void FunctionReader::mark_loops() {
  for (auto [header, loop] : loops_) {
    bool behind = false;
    for (BasicBlock &block : function_) {
      behind |= &block == header;
      llvm::Instruction *last = block.getTerminator();
      if (behind && last && is_contained(successors(last), header)) last->setMetadata(LLVMContext::MD_loop, loop);
    }
  }
}

// OpLine: the file's name, the line, the column.
void FunctionReader::set_line(const Instruction &instruction) {
  if (place_.function) set_location(DebugInfo::location(instruction.operand(1), instruction.operand(2), place_));
}

void FunctionReader::read_debug_info(const Instruction &instruction) {
  if (!module_.debug_info) return;
  module_.debug_info->read(instruction, place_, *builder_.GetInsertBlock());
  if (DILocation *line = module_.debug_info->line(instruction, place_))
    set_location(line);
  else if (location_)
    set_location(DebugInfo::location(location_.getLine(), location_.getCol(), place_));
}

bool FunctionReader::read_control(const Instruction &instruction) {
  switch (instruction.op) {
  case spv::Op::OpPhi: return read_phi(instruction), true;
  case spv::Op::OpBranch: return builder_.CreateBr(block(instruction.operand(0))), true;
  case spv::Op::OpBranchConditional: {
    llvm::Value *condition = truth(instruction, 0);
    require(condition->getType()->isIntegerTy(), "a branch is on a vector");
    BranchInst *made = builder_.CreateCondBr(condition, block(instruction.operand(1)), block(instruction.operand(2)));
    if (instruction.has(4) && (instruction.operand(3) | instruction.operand(4)) != 0)
      made->setMetadata(LLVMContext::MD_prof,
                        MDBuilder(module_.context).createBranchWeights(instruction.operand(3), instruction.operand(4)));
    return true;
  }
  case spv::Op::OpSwitch: return read_switch(instruction), true;
  case spv::Op::OpReturn:
    require(function_.getReturnType()->isVoidTy(), "the function returns a value");
    return builder_.CreateRetVoid(), true;
  case spv::Op::OpReturnValue:
    require(operand(instruction, 0)->getType() == function_.getReturnType(), "the value's type is not the function's");
    return builder_.CreateRet(operand(instruction, 0)), true;
  case spv::Op::OpUnreachable: return builder_.CreateUnreachable(), true;
  case spv::Op::OpFunctionCall: return read_call(instruction), true;
  case spv::Op::OpLoopMerge:
  case spv::Op::OpLoopControlINTEL: return read_loop_control(instruction), true;
  case spv::Op::OpLine: return set_line(instruction), true;
  case spv::Op::OpNop:
  case spv::Op::OpNoLine:
  case spv::Op::OpSelectionMerge:
  // LLVM finds variables' lifetimes by itself.
  case spv::Op::OpLifetimeStart:
  case spv::Op::OpLifetimeStop: return true;
  default: return false;
  }
}

void FunctionReader::read_instruction(const Instruction &instruction) {
  if (instruction.op == spv::Op::OpExtInst) return read_extended(instruction);
  const bool known = read_control(instruction) || read_memory(instruction) || read_arithmetic(instruction) ||
                     read_composite(instruction) || read_comparison(instruction) || read_conversion(instruction) ||
                     read_bits(instruction) || read_atomic(instruction) || read_group(instruction) ||
                     read_sub_group(instruction) || read_block(instruction) || read_image(instruction) ||
                     read_pipe(instruction) || read_enqueue(instruction);
  require(known, "this instruction is not supported");
}

void FunctionReader::read_parameters(ArrayRef<Instruction> instructions) {
  const Type &signature = module_.type(module_.function_type(id_));
  require(instructions.size() == signature.members.size(), "the function has not as many parameters as its type");
  for (auto [index, instruction] : enumerate(instructions)) {
    Argument *argument = function_.getArg(unsigned(index));
    argument->setName(module_.name(instruction.result));
    define(instruction, argument);
    const bool is_pointer = argument->getType()->isPointerTy();
    if (const Align asked = module_.asked_alignment(instruction.result); is_pointer && asked > 1)
      argument->addAttr(Attribute::getWithAlignment(module_.context, asked));
    for (const Decoration &decoration : module_.decorations(instruction.result)) {
      const uint32_t word = decoration.operands.empty() ? 0 : decoration.operands[0];
      const Type &type = module_.type(instruction.type);
      if (decoration.kind == spv::Decoration::Restrict && is_pointer)
        argument->addAttr(Attribute::NoAlias);
      else if (decoration.kind == spv::Decoration::FuncParamAttr)
        switch (static_cast<spv::FunctionParameterAttribute>(word)) {
        case spv::FunctionParameterAttribute::NoAlias:
          if (is_pointer) argument->addAttr(Attribute::NoAlias);
          break;
        case spv::FunctionParameterAttribute::ByVal:
          require(type.op == spv::Op::OpTypePointer && type.storage == spv::StorageClass::Function,
                  "an argument by value is no pointer to private memory");
          argument->addAttr(Attribute::getWithByValType(module_.context, module_.ir_type(type.element)));
          break;
        default: break;
        }
    }
  }
}

void FunctionReader::read(ArrayRef<Instruction> instructions, const Instruction *&current) {
  id_ = instructions.front().result;
  const ArrayRef<Instruction> parameters =
      instructions.drop_front().take_while([](auto &each) { return each.op == spv::Op::OpFunctionParameter; });
  current = &instructions.front();
  read_parameters(parameters);
  const ArrayRef<Instruction> body = instructions.drop_front(1 + parameters.size());
  make_blocks(body);
  if (body.empty()) return;  // a declaration
  require(!function_.isIntrinsic(), "a function that is imported has a body");
  require(body.front().op == spv::Op::OpLabel, "a function's body does not begin with a label");
  const auto line = find_if(body, [](auto &each) { return each.op == spv::Op::OpLine; });
  if (module_.debug_info) place_.function = module_.debug_info->subprogram(id_, body);
  if (place_.function) set_location(DebugInfo::location(place_.function->getLine(), 0, place_));
  if (line != body.end()) {
    if (!place_.function) place_.function = module_.subprogram(*line, function_);
    set_line(*line);
  }
  function_.setSubprogram(place_.function);
  bool in_block = false;
  for (const Instruction &instruction : body) {
    current = &instruction;
    if (instruction.op == spv::Op::OpLabel) {
      require(!in_block, "the block before has no end");
      builder_.SetInsertPoint(block(instruction.result));
      in_block = true;
      // A scope holds until the end of its block.
      place_.scope = nullptr, place_.inlined_at = nullptr;
      if (location_) location_ = DebugInfo::location(location_.getLine(), location_.getCol(), place_);
      builder_.SetCurrentDebugLocation(location_);
      continue;
    }
    if (!in_block && (instruction.op == spv::Op::OpLine || instruction.op == spv::Op::OpNoLine)) continue;
    require(in_block, "this instruction stands outside of a block");
    read_instruction(instruction);
    builder_.SetCurrentDebugLocation(location_);
    in_block = builder_.GetInsertBlock()->getTerminator() == nullptr;
  }
  require(!in_block, "the last block has no end");
  finish_phis();
  mark_loops();
}

llvm::Value *FunctionReader::read_alone(const Instruction &instruction) {
  builder_.SetInsertPoint(BasicBlock::Create(module_.context, "", &function_));
  read_instruction(instruction);
  return value(instruction.result);
}

void read_function(ModuleReader &module, ArrayRef<Instruction> instructions, const Instruction *&current) {
  FunctionReader(module, *module.function(instructions.front().result)).read(instructions, current);
}

Constant *fold(ModuleReader &module, const Instruction &instruction) {
  // An id that no module has holds the result for a moment.
  auto *type = FunctionType::get(llvm::Type::getVoidTy(module.context), false);
  Function *scratch = Function::Create(type, GlobalValue::InternalLinkage, "", module.module);
  Instruction alone = instruction;
  alone.result = ~Id{0};
  llvm::Value *result = FunctionReader(module, *scratch).read_alone(alone);
  module.forget(alone.result);
  auto *constant = dyn_cast<Constant>(result);
  require(constant != nullptr, "the operation's result is no constant");
  scratch->deleteBody();
  scratch->eraseFromParent();
  return constant;
}

}  // namespace wherry::compiler::spirv
