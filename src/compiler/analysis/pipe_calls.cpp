// SPDX-License-Identifier: Apache-2.0
#include "compiler/analysis/pipe_calls.h"

#include <cstddef>

#include "compiler/ir/kernel_metadata.h"
#include "compiler/ir/metadata.h"
#include "kernel_abi/abi.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"

using namespace llvm;

namespace wherry::compiler {

std::optional<PipeCall> pipe_call_of(const Instruction &instruction, const ArgumentOrigins &origins) {
  auto *call = dyn_cast<CallInst>(&instruction);
  if (!call || call->getCalledFunction() || call->arg_empty()) return {};
  // The function is loaded from a table, and the table's address from the pipe.
  auto *function = dyn_cast<LoadInst>(call->getCalledOperand()->stripPointerCasts());
  if (!function) return {};
  APInt offset(64, 0);
  const Value *table = function->getPointerOperand()->stripAndAccumulateConstantOffsets(call->getDataLayout(), offset,
                                                                                        /*AllowNonInbounds=*/true);
  auto *calls = dyn_cast<LoadInst>(table->stripPointerCasts());
  const Value *pipe = call->getArgOperand(0)->stripPointerCasts();
  if (!calls || calls->getPointerOperand()->stripPointerCasts() != pipe) return {};
  const PointerOrigin origin = origins.of(pipe);
  if (origin.kind != PointerOrigin::buffer ||
      !metadata_text(*call->getFunction(), kArgumentQualifiers, origin.slot).contains("pipe"))
    return {};
  const auto writes = [&] { return !cast<ConstantInt>(call->getArgOperand(call->arg_size() - 1))->isZero(); };
  switch (offset.getZExtValue()) {
  case offsetof(abi::PipeCalls, read): return PipeCall{.packet = 1};
  case offsetof(abi::PipeCalls, write): return PipeCall{.writes = true, .packet = 1};
  case offsetof(abi::PipeCalls, reserve): return PipeCall{.reserves = true, .writes = writes()};
  case offsetof(abi::PipeCalls, access): return PipeCall{.writes = writes(), .packet = 3};
  default: return {};
  }
}

}  // namespace wherry::compiler
