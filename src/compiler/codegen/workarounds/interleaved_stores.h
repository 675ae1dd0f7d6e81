// A fault of LLVM 22's loop vectoriser in loops annotated parallel (llvm.loop.parallel_accesses).
//
// LoopAccessInfo records no dependences of such a loop, and InterleavedAccessInfo takes that for their absence, also
// within one iteration: it sinks the stores of an interleave group to the group's last one, past loads that read what
// they write, and hoists the loads of a group past stores in the same way.
#pragma once
#include "llvm/IR/PassManager.h"

namespace wherry::compiler {

// Before loop-vectorize: removes the annotation from loops in which that would happen. The vectoriser then checks the
// dependences itself. Test: test/kernels/cases/stores_keep_their_order.cl.
struct InterleavedStoresPass : llvm::PassInfoMixin<InterleavedStoresPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

}  // namespace wherry::compiler
