// SPDX-License-Identifier: Apache-2.0
#include "compiler/codegen/emit.h"

#include "compiler/analysis/llvm_analyses.h"
#include "compiler/codegen/kept_registers.h"
#include "compiler/codegen/schedule.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"

namespace wherry::compiler {

llvm::SmallVector<char, 0> emit(llvm::Module &module, llvm::TargetMachine &target, bool assembly) {
  llvm::SmallVector<char, 0> bytes;
  llvm::raw_svector_ostream stream(bytes);
  keep_interleaved_chains();
  keep_frame_pointer_in_calls();
  llvm::legacy::PassManager passes;
  passes.add(new llvm::TargetLibraryInfoWrapperPass(kernel_library(target.getTargetTriple())));
  auto kind = assembly ? llvm::CodeGenFileType::AssemblyFile : llvm::CodeGenFileType::ObjectFile;
  if (target.addPassesToEmitFile(passes, stream, nullptr, kind))
    llvm::report_fatal_error("the target cannot write this kind of file");
  passes.run(module);
  return bytes;
}

}  // namespace wherry::compiler
