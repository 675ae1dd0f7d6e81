// SPDX-License-Identifier: Apache-2.0
#include "compiler/vectorise/prepare.h"

#include "compiler/analysis/target.h"
#include "compiler/analysis/uniformity.h"
#include "compiler/ir/diagnostics.h"
#include "compiler/ir/intrinsics.h"
#include "compiler/ir/module_options.h"
#include "compiler/vectorise/cost.h"
#include "compiler/vectorise/other_widths.h"
#include "compiler/vectorise/wide_vectors.h"
#include "llvm/Analysis/CycleAnalysis.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace wherry::compiler {

namespace {

bool any_call(Function &group, bool (*is)(Intrinsic)) {
  return any_of(instructions(group), [is](const Instruction &instruction) { return is(intrinsic_of(instruction)); });
}

}  // namespace

bool ChooseVectorisingPass::run_on(KernelFacts &kernel, FunctionAnalysisManager &analyses) {
  assert(kernel.regions != 0 && "vectorising takes item loops");
  Function &group = *kernel.group;
  const bool sub_groups = any_call(group, sees_sub_groups);
  const ModuleOptions options = ModuleOptions::of(*group.getParent());
  kernel.vectorise = sub_groups || options.vectorises();
  if (const unsigned elements = widest_vector(group);
      kernel.vectorise && elements > cost::kMostElements && !sub_groups) {
    const unsigned bits = TargetDescription::of(group).register_bits;
    const std::string why = why_keep_vectors(group, analyses.getResult<LoopAnalysis>(group), bits);
    if (!why.empty() && !options.vector_width) {
      std::string text;
      raw_string_ostream out(text);
      out << "  not vectorised: its work-items compute with vectors of " << elements << " elements themselves, " << why
          << "\n";
      kernel.vectorise = false;
      // The launches' own times decide: where the estimate was against lanes, they were from 0.6 (four lanes of a
      // stencil in double8) to 3 times as fast (finite elements in float8).
      kernel.other_widths = keeps_width(kernel) ? 0 : bits / 32;
      if (kernel.other_widths) print_other_widths(kernel.other_widths, out);
      remark(group, text);
    } else {
      // Some registers will be spilled, and LLVM aligns spill slots of 64 bytes only where it knows of that beforehand:
      // a hash of uint8 took 2.0 to 2.5 times as long with each second spill on two cache lines.
      group.addFnAttr("stackrealign");
    }
  }
  kernel.write();
  return false;
}

PreservedAnalyses UnreachableDefaultsPass::run(Function &function, FunctionAnalysisManager &) {
  for (BasicBlock &block : function) {
    if (!isa<UnreachableInst>(&*block.getFirstNonPHIOrDbg())) continue;
    for (BasicBlock *before : SmallVector<BasicBlock *>(predecessors(&block)))
      if (auto *choice = dyn_cast<SwitchInst>(before->getTerminator());
          choice && choice->getDefaultDest() == &block && choice->getNumCases() > 0) {
        SwitchInstProfUpdateWrapper weighted(*choice);
        auto last = std::prev(choice->case_end());
        weighted.setSuccessorWeight(0, weighted.getSuccessorWeight(last->getSuccessorIndex()));
        block.removePredecessor(before);
        choice->setDefaultDest(last->getCaseSuccessor());
        weighted.removeCase(last);
      }
  }
  removeUnreachableBlocks(function);
  return PreservedAnalyses::none();
}

PreservedAnalyses DivergentHeadersPass::run(Function &function, FunctionAnalysisManager &) {
  split_loop_headers(function);
  return PreservedAnalyses::none();
}

bool crosses_with_vectors(KernelFacts &kernel) {
  return any_call(*kernel.group, is_group_operation) && widest_vector(*kernel.group) <= cost::kMostElements;
}

bool is_irreducible(KernelFacts &kernel) {
  if (!kernel.vectorise || !any_call(*kernel.group, sees_sub_groups)) return false;
  CycleInfo cycles;
  cycles.compute(*kernel.group);
  auto irreducible = [](auto &self, const Cycle *cycle) -> bool {
    return !cycle->isReducible() || any_of(cycle->children(), [&](const Cycle *inner) { return self(self, inner); });
  };
  return any_of(cycles.toplevel_cycles(), [&](const Cycle *cycle) { return irreducible(irreducible, cycle); });
}

}  // namespace wherry::compiler
