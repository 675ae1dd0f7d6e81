// SPDX-License-Identifier: Apache-2.0
// What kernels take of their thread's stack (abi::KernelInfo::stack), which is known when their code is generated.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "llvm/ADT/DenseMap.h"

namespace llvm {
class Constant;
class DiagnosticInfo;
class Function;
class Module;
}  // namespace llvm

namespace wherry::compiler {

// The number as a constant whose value the linker fills in, from StackSizes::symbols().
llvm::Constant *stack_size_of(llvm::Function &kernel);

// Likewise, of the most that one sub-group takes of a stack of its own; 0 where none has one.
llvm::Constant *sub_group_stack_size_of(llvm::Function &kernel);

// Stack bytes of a module's kernels, from the sizes of frames.
class StackSizes {
 public:
  // Has the code generator tell each frame's size, by a diagnostic.
  static void request(llvm::Module &module);
  // False where the diagnostic is another one.
  bool note(const llvm::DiagnosticInfo &info);
  // "symbol=bytes" of each kernel, once its code is generated.
  std::vector<std::string> symbols(const llvm::Module &module);

 private:
  uint64_t total(const llvm::Function &function);

  llvm::DenseMap<const llvm::Function *, uint64_t> frames_, totals_;
};

}  // namespace wherry::compiler
