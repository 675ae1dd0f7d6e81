// SPDX-License-Identifier: Apache-2.0
// Blocks: those that kernels enqueue, and those that they call.
#pragma once
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/PassManager.h"

namespace llvm {
class Constant;
}

namespace wherry::compiler {

// Clang makes a kernel of each block that is enqueued or asked about, and passes its address to the builtin. This pass
// marks such kernels as blocks (kBlock), and puts a variable in the address's place that describe_block() defines. A
// block's kernel takes the block's literal in global memory, then its local arguments.
struct EnqueuedBlocksPass : llvm::PassInfoMixin<EnqueuedBlocksPass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
};

// Whether the module has blocks: functions whose addresses are kept, in the blocks' literals.
bool has_blocks(const llvm::Module &module);

// A block that is a parameter is called through its literal, and the function that calls it is inlined to where the
// literal is made. This pass says so; LLVM's passes then find the function.
struct InlineBlockCallersPass : llvm::PassInfoMixin<InlineBlockCallersPass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
};

// Takes the functions' addresses from the literals, as all calls are direct now, and functions that use work-item
// functions must not be there apart. Fails where a call is not.
struct CalledBlocksPass : llvm::PassInfoMixin<CalledBlocksPass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
};

// Lets what stands for the block's kernel be `info`, an abi::KernelInfo.
void describe_block(llvm::Module &module, llvm::StringRef kernel, llvm::Constant *info);

}  // namespace wherry::compiler
