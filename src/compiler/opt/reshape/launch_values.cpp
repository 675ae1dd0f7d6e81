// SPDX-License-Identifier: Apache-2.0
#include "compiler/opt/reshape/launch_values.h"

#include "compiler/opt/reshape/address_expressions.h"
#include "compiler/vectorise/cost.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace wherry::compiler {

std::optional<int64_t> argument_offset(const Instruction &load, const Function &group) {
  if (!isa<LoadInst>(load) || !load.hasMetadata(LLVMContext::MD_invariant_load)) return {};
  const DataLayout &layout = group.getDataLayout();
  APInt offset(64, 0);
  const Value *pointer = getLoadStorePointerOperand(&load);
  if (pointer->stripAndAccumulateConstantOffsets(layout, offset, /*AllowNonInbounds=*/true) != group.getArg(0))
    return {};
  return offset.getSExtValue();
}

// The dimension that a call asks the global size of.
static std::optional<unsigned> global_size_of(const Instruction &instruction) {
  return dimension_of(&instruction, Intrinsic::__wherry_global_size);
}

namespace {

bool is_pure(const Instruction &instruction) {
  if (const auto *call = dyn_cast<IntrinsicInst>(&instruction))
    return isa<MinMaxIntrinsic>(call) || call->getIntrinsicID() == llvm::Intrinsic::abs;
  // LLVM speculates divisions by constants alone. The host ignores flags, which may hold behind a branch alone.
  if (instruction.getOpcode() == Instruction::UDiv || instruction.getOpcode() == Instruction::URem)
    return isKnownNonZero(instruction.getOperand(1),
                          SimplifyQuery(instruction.getDataLayout(), nullptr, nullptr, nullptr, nullptr,
                                        /*UseInstrInfo=*/false));
  return (isa<BinaryOperator, ICmpInst, SelectInst, FreezeInst>(instruction) ||
          (isa<CastInst>(instruction) && instruction.getOperand(0)->getType()->isIntegerTy())) &&
         isSafeToSpeculativelyExecute(&instruction);
}

bool is_launch_value(const Value *value, const Function &group, unsigned depth) {
  if (!value->getType()->isIntegerTy()) return false;
  if (isa<ConstantInt>(value)) return true;
  const auto *instruction = dyn_cast<Instruction>(value);
  if (!instruction) return false;
  if (argument_offset(*instruction, group) || global_size_of(*instruction)) return true;
  if (depth == 0 || !is_pure(*instruction)) return false;
  const auto *call = dyn_cast<CallBase>(instruction);
  const auto operands = call ? make_range(call->arg_begin(), call->arg_end()) : instruction->operands();
  return all_of(operands, [&](const Use &operand) { return is_launch_value(operand.get(), group, depth - 1); });
}

}  // namespace

bool is_launch_value(const Value *value, const Function &group) {
  return is_launch_value(value, group, cost::kMostSteps);
}

Value *LaunchValueEmitter::emit(Value *value) {
  if (isa<Constant>(value)) return value;
  if (Value *known = done_.lookup(value)) return known;
  auto *instruction = cast<Instruction>(value);
  if (const auto dimension = global_size_of(*instruction); dimension && !sizes_.empty()) return sizes_[*dimension];
  Instruction *made = instruction->clone();
  if (const auto offset = argument_offset(*instruction, *instruction->getFunction()))
    made->setOperand(0, builder_.CreateConstInBoundsGEP1_64(builder_.getInt8Ty(), args_, *offset));
  else
    for (Use &operand : made->operands())
      if (!isa<Function>(operand)) operand.set(emit(operand));
  // Where the kernel computes the value, a branch may have shown what holds.
  if (!isa<LoadInst>(made)) made->dropPoisonGeneratingAnnotations();
  made->setDebugLoc(DebugLoc());
  return done_[value] = builder_.Insert(made, value->getName());
}

}  // namespace wherry::compiler
