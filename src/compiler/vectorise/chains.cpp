// SPDX-License-Identifier: Apache-2.0
#include "compiler/vectorise/chains.h"

#include <cmath>

#include "compiler/vectorise/cost.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace wherry::compiler {

namespace {

// AVX-512 has an instruction for two logic operations on vectors.
bool is_half_an_operation(const Instruction &instruction, unsigned register_bits) {
  return register_bits == 512 && instruction.isBitwiseLogicOp() && instruction.getType()->isVectorTy();
}

// Whether the CPU begins no operation for it: a negation is part of a fused multiplication and addition.
bool is_free(const Instruction &instruction) {
  return isa<PHINode, GetElementPtrInst>(instruction) || instruction.isTerminator() ||
         instruction.getOpcode() == Instruction::FNeg;
}

// Cycles until an operation's result is there.
double latency_of(const Instruction &instruction, unsigned register_bits) {
  if (is_free(instruction) || isa<CastInst>(instruction)) return 0;
  if (isa<LoadInst>(instruction)) return cost::kLoadLatency;
  if (is_half_an_operation(instruction, register_bits)) return cost::kLogic * cost::kIntegerLatency;
  return instruction.getType()->isFPOrFPVectorTy() ? cost::kFloatLatency : cost::kIntegerLatency;
}

}  // namespace

double registers_of(const Instruction &instruction, const DataLayout &layout, unsigned register_bits) {
  if (is_free(instruction) || isa<LifetimeIntrinsic>(instruction)) return 0;
  auto *store = dyn_cast<StoreInst>(&instruction);
  Type *type = store ? store->getValueOperand()->getType() : instruction.getType();
  if (!type->isSized()) return 1;
  const double registers =
      std::max(1.0, std::ceil(double(layout.getTypeSizeInBits(type).getKnownMinValue()) / register_bits));
  return is_half_an_operation(instruction, register_bits) ? cost::kLogic * registers : registers;
}

void Chains::add(const BasicBlock &block, bool is_header, unsigned register_bits,
                 function_ref<bool(const Instruction &)> waits) {
  for (const Instruction &instruction : block) {
    if (!waits(instruction)) continue;
    double at = 0;
    std::optional<double> behind;
    if (is_header && isa<PHINode>(instruction)) {
      behind = 0;
    } else {
      for (const Value *operand : instruction.operands()) {
        auto found = chains_.find(operand);
        if (found == chains_.end()) continue;
        at = std::max(at, found->second.first);
        if (found->second.second) behind = std::max(behind.value_or(0), *found->second.second);
      }
    }
    const double latency = latency_of(instruction, register_bits);
    longest_ = std::max(longest_, at + latency);
    if (behind) *behind += latency;
    chains_[&instruction] = {at + latency, behind};
  }
}

double Chains::carried(const Loop &loop) const {
  double most = 0;
  for (const PHINode &phi : loop.getHeader()->phis())
    if (auto found = chains_.find(phi.getIncomingValueForBlock(loop.getLoopLatch())); found != chains_.end())
      most = std::max(most, found->second.second.value_or(0));
  return most;
}

}  // namespace wherry::compiler
