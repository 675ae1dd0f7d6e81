// SPDX-License-Identifier: Apache-2.0
// Blocks, which kernels enqueue or call.
#pragma once
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/PassManager.h"

namespace llvm {
class Constant;
}

namespace wherry::compiler {

// Clang makes a kernel of each block that is enqueued or asked about, and passes its address to the builtin. This pass
// marks such kernels as blocks (kBlock), and puts a variable in the address's place that describe_block() defines. A
// block's kernel takes the block's literal in global memory, then its local arguments. A block's literal holds the
// address of its function too: that goes, as Clang's calls of blocks are direct, and a function that uses work-item
// functions must not stay apart.
struct EnqueuedBlocksPass : llvm::PassInfoMixin<EnqueuedBlocksPass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
};

// Lets what stands for the block's kernel be `info`, an abi::KernelInfo.
void describe_block(llvm::Module &module, llvm::StringRef kernel, llvm::Constant *info);

}  // namespace wherry::compiler
