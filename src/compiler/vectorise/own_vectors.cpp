// SPDX-License-Identifier: Apache-2.0
#include "compiler/vectorise/own_vectors.h"

#include "compiler/ir/diagnostics.h"
#include "compiler/ir/intrinsics.h"
#include "compiler/opt/nontemporal_stores.h"
#include "compiler/vectorise/candidates.h"
#include "compiler/vectorise/vectorise.h"
#include "compiler/vectorise/wide_vectors.h"
#include "llvm/IR/AttributeMask.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace wherry::compiler {

// Attribute of a kernel: the name of the kernel's copy.
constexpr char kCopy[] = "wherry-with-own-vectors";

bool KeepOwnVectorsPass::run_on(KernelFacts &kernel, FunctionAnalysisManager &) {
  Function &group = *kernel.group;
  if (!kernel.vectorise || widest_vector(group) < 2 ||
      any_of(instructions(group), [](const Instruction &one) { return sees_sub_groups(intrinsic_of(one)); }))
    return false;
  ValueToValueMapTy map;
  Function *copy = CloneFunction(&group, map);
  copy->setName("own.vectors");
  copy->setLinkage(GlobalValue::InternalLinkage);
  AttributeMask ours;  // no pass is to take the copy for a kernel
  for (const Attribute &one : copy->getAttributes().getFnAttrs())
    if (one.isStringAttribute() && one.getKindAsString().starts_with("wherry-"))
      ours.addAttribute(one.getKindAsString());
  copy->removeFnAttrs(ours);
  group.addFnAttr(kCopy, copy->getName());
  return true;
}

bool RestoreOwnVectorsPass::run_on(KernelFacts &kernel, FunctionAnalysisManager &analyses) {
  Function &group = *kernel.group;
  if (!group.hasFnAttribute(kCopy)) return false;
  Function *copy = group.getParent()->getFunction(group.getFnAttribute(kCopy).getValueAsString());
  group.removeFnAttr(kCopy);
  if (kernel.lanes == 0) {
    const auto linkage = group.getLinkage();
    group.deleteBody();  // with its metadata
    group.setLinkage(linkage);
    for (auto [from, to] : zip_equal(copy->args(), group.args())) from.replaceAllUsesWith(&to);
    group.splice(group.end(), copy);
    SmallVector<std::pair<unsigned, MDNode *>> metadata;
    copy->getAllMetadata(metadata);
    for (auto [kind, node] : metadata) group.addMetadata(kind, *node);
    analyses.invalidate(group, PreservedAnalyses::none());
    prepare_one_by_one(group);
    mark_streamed_stores(group, analyses);
    remark(group, "  work-items keep their own vectors\n");
  }
  analyses.clear(*copy, copy->getName());
  copy->eraseFromParent();
  return true;
}

}  // namespace wherry::compiler
