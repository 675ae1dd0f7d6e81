// SPDX-License-Identifier: Apache-2.0
#include "compiler/analysis/address_space_aliases.h"

#include "compiler/ir/address_spaces.h"
#include "compiler/ir/metadata.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace wherry::compiler {

AnalysisKey AddressSpaceAliasAnalysis::Key;

// The argument whose buffer an address leads to, if that buffer overlaps no other argument's; null: unknown.
static const MDNode *apart(const Value *pointer) {
  auto *load = dyn_cast<LoadInst>(getUnderlyingObject(pointer));
  return load ? load->getMetadata(kApart) : nullptr;
}

bool never_overlap(const Value &one, const Value &other) {
  auto is_global = [](unsigned space) { return space == kGlobalSpace || space == kConstantSpace; };
  const unsigned first = one.getType()->getPointerAddressSpace(), second = other.getType()->getPointerAddressSpace();
  if ((first == kLocalSpace && is_global(second)) || (second == kLocalSpace && is_global(first))) return true;
  if (!is_global(first) || !is_global(second)) return false;
  const MDNode *from = apart(&one), *with = from ? apart(&other) : nullptr;
  return with && from != with;
}

AliasResult AddressSpaceAliases::alias(const MemoryLocation &one, const MemoryLocation &other, AAQueryInfo &,
                                       const Instruction *) {
  return never_overlap(*one.Ptr, *other.Ptr) ? AliasResult::NoAlias : AliasResult::MayAlias;
}

}  // namespace wherry::compiler
