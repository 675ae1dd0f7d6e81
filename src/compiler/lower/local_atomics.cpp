// SPDX-License-Identifier: Apache-2.0
#include "compiler/lower/local_atomics.h"

#include "compiler/ir/address_spaces.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/LowerAtomic.h"

using namespace llvm;

namespace wherry::compiler {

PreservedAnalyses LocalAtomicsPass::run(Function &function, FunctionAnalysisManager &) {
  for (Instruction &instruction : make_early_inc_range(instructions(function)))
    if (auto *change = dyn_cast<AtomicRMWInst>(&instruction)) {
      if (change->getPointerAddressSpace() == kLocalSpace) lowerAtomicRMWInst(change);
    } else if (auto *exchange = dyn_cast<AtomicCmpXchgInst>(&instruction)) {
      if (exchange->getPointerAddressSpace() == kLocalSpace) lowerAtomicCmpXchgInst(exchange);
    }
  return PreservedAnalyses::none();
}

}  // namespace wherry::compiler
