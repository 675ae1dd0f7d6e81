// SPDX-License-Identifier: Apache-2.0
#include "compiler/frontend/canonicalise/debug_address_spaces.h"

#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace wherry::compiler {

PreservedAnalyses ForgetAddressSpacesPass::run(Module &module, ModuleAnalysisManager &) {
  for (Function &function : module)
    for (Instruction &instruction : instructions(function))
      for (DbgVariableRecord &variable : filterDbgVars(instruction.getDbgRecordRange())) {
        ArrayRef<uint64_t> elements = variable.getExpression()->getElements();
        // DW_OP_constu N, DW_OP_swap, DW_OP_xderef
        if (elements.size() >= 4 && elements.back() == dwarf::DW_OP_xderef)
          variable.setExpression(DIExpression::get(module.getContext(), elements.drop_back(4)));
      }
  return PreservedAnalyses::all();
}

}  // namespace wherry::compiler
