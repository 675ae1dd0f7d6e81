// SPDX-License-Identifier: Apache-2.0
#include "compiler/checks/marks.h"

#include "compiler/checks/instrument.h"
#include "compiler/ir/intrinsics.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace wherry::compiler {

StringRef plain_name(StringRef mangled) {
  unsigned length = 0;
  if (!mangled.consume_front("_Z") || mangled.consumeInteger(10, length)) return {};
  return mangled.take_front(length);
}

bool ReportMarksPass::run_on(KernelFacts &kernel, FunctionAnalysisManager &) {
  SmallVector<CallInst *> marks;
  for (Instruction &instruction : instructions(*kernel.group))
    if (intrinsic_of(instruction) == Intrinsic::__wherry_wrong) marks.push_back(cast<CallInst>(&instruction));
  Instrumentation checks(kernel);
  for (CallInst *mark : marks) {
    const auto mistake = abi::Mistake(cast<ConstantInt>(mark->getArgOperand(1))->getZExtValue());
    const uint64_t size = cast<ConstantInt>(mark->getArgOperand(4))->getZExtValue();
    checks.report_if(mark->getArgOperand(0), *mark, checks.place(*mark, mistake, {}, abi::AccessKind::none, 0, size),
                     mark->getArgOperand(2), mark->getArgOperand(3));
    mark->eraseFromParent();
  }
  if (marks.empty()) return false;
  kernel.checked = true;
  kernel.write();
  return true;
}

}  // namespace wherry::compiler
