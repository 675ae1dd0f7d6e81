// SPDX-License-Identifier: Apache-2.0
// What OpenCL says of pointers that LLVM's alias analyses, which know nothing of the target's address spaces, do not
// see.
#pragma once
#include "llvm/Analysis/AliasAnalysis.h"

namespace wherry::compiler {

// Whether the memory behind two addresses never overlaps, by two rules. Local memory, and global or constant memory, do
// not overlap ("6.7. Address Space Qualifiers": named address spaces are disjoint but for the generic one, which holds
// no constant memory, and which this analysis leaves alone). Buffers that a variant's launches give to the kernel in
// distinct places do not overlap. For restrict arguments (kApart) the answer means that accesses may be reordered:
// buffers that are only read may be one, and addresses may be equal.
bool never_overlap(const llvm::Value &one, const llvm::Value &other);

// never_overlap(), for LLVM's passes.
class AddressSpaceAliases : public llvm::AAResultBase {
 public:
  llvm::AliasResult alias(const llvm::MemoryLocation &one, const llvm::MemoryLocation &other, llvm::AAQueryInfo &query,
                          const llvm::Instruction *context);
  // The answers depend on no other analysis.
  bool invalidate(llvm::Function &, const llvm::PreservedAnalyses &, llvm::FunctionAnalysisManager::Invalidator &) {
    return false;
  }
};

struct AddressSpaceAliasAnalysis : llvm::AnalysisInfoMixin<AddressSpaceAliasAnalysis> {
  using Result = AddressSpaceAliases;
  static llvm::AnalysisKey Key;
  AddressSpaceAliases run(llvm::Function &, llvm::FunctionAnalysisManager &) { return AddressSpaceAliases(); }
};

}  // namespace wherry::compiler
