// SPDX-License-Identifier: Apache-2.0
// From a kernel, the function of one work-item, to the function of a whole work-group, which runs one work-item until
// regions are formed.
#pragma once
#include "compiler/ir/kernel_pass.h"
#include "llvm/IR/IRBuilder.h"

namespace wherry::compiler {

// Limit of a kernel's instructions, once functions are inlined or blocks copied into regions: the build fails rather
// than run out of memory.
constexpr uint64_t kMaxInstructions = 2'000'000;

// Marks the functions that must be inlined into kernels (alwaysinline), since they, or functions that they call, need
// the work-group; in the checked mode also functions that access global or local memory. Fails where such a function
// calls itself.
struct MarkWorkGroupCodePass : llvm::PassInfoMixin<MarkWorkGroupCodePass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
};

// Makes each kernel's work-group function, which so far runs one work-item: arguments from the argument block, marked
// functions inlined, what is known of launches put in.
struct KernelEntryPass : llvm::PassInfoMixin<KernelEntryPass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
};

// Gives the local variables that a kernel uses their place in GroupContext::local_memory. Fails where they take more
// than any device has.
struct PlaceLocalVariablesPass : KernelPass<PlaceLocalVariablesPass> {
  bool run_on(KernelFacts &kernel, llvm::FunctionAnalysisManager &);
};

// A field of GroupContext or Launch, loaded: the same for the whole group, and never written.
llvm::LoadInst *load_invariant(llvm::IRBuilderBase &builder, llvm::Type *type, llvm::Value *base, uint64_t offset,
                               const llvm::Twine &name);

}  // namespace wherry::compiler
