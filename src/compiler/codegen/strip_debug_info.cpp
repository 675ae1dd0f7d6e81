// SPDX-License-Identifier: Apache-2.0
#include "compiler/codegen/strip_debug_info.h"

#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace wherry::compiler {

PreservedAnalyses StripDebugInfoPass::run(Module &module, ModuleAnalysisManager &) {
  StripDebugInfo(module);
  return PreservedAnalyses::all();
}

}  // namespace wherry::compiler
