// SPDX-License-Identifier: Apache-2.0
#include "compiler/async/modes.h"
#include "compiler/ir/intrinsics.h"
#include "compiler/lower/host_calls.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace wherry::compiler {

static bool release_copies(KernelFacts &kernel) {
  Function &group = *kernel.group;
  SmallVector<CallInst *> operations;
  bool copies = false;
  for (Instruction &instruction : instructions(group))
    if (Intrinsic id = intrinsic_of(instruction); is_group_operation(id)) {
      operations.push_back(cast<CallInst>(&instruction));
      copies |= is_copy_operation(id);
    }
  if (!copies) return false;
  for (CallInst *operation : operations) {
    IRBuilder<> builder(operation);
    FunctionCallee item = declare_intrinsic(*group.getParent(), Intrinsic::__wherry_item);
    call_host(builder, group.getArg(1), HostCall::at_item, builder.getVoidTy(), {builder.CreateCall(item)});
    if (is_copy_operation(intrinsic_of(*operation))) lower_group_operation(*operation, group.getArg(1), kernel.name);
  }
  return true;
}

bool ScheduleAsyncPass::run_on(KernelFacts &kernel, FunctionAnalysisManager &) {
  kernel.scheduled = release_copies(kernel);
  kernel.write();
  return kernel.scheduled;
}

}  // namespace wherry::compiler
