// SPDX-License-Identifier: Apache-2.0
#include "compiler/opt/known_zero_bits.h"

#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;

namespace wherry::compiler {

namespace {

// The value that another one's lowest bits are taken from, and how many bits: as many as the narrowest cast between.
struct Root {
  Value *value;
  unsigned bits;
};
Root without_casts(Value *value) {
  Root root{value, value->getType()->getScalarSizeInBits()};
  while (isa<TruncInst, ZExtInst, SExtInst>(root.value)) {
    root.value = cast<CastInst>(root.value)->getOperand(0);
    root.bits = std::min(root.bits, root.value->getType()->getScalarSizeInBits());
  }
  return root;
}

// Bits of `value` that are zero behind an edge.
struct Zeros {
  Value *value;
  APInt bits;
  BasicBlockEdge edge;
};

std::optional<Zeros> zeros_behind(BranchInst &branch) {
  using namespace PatternMatch;
  if (branch.isUnconditional() || branch.getSuccessor(0) == branch.getSuccessor(1)) return std::nullopt;
  Value *value = nullptr;
  const APInt *bits = nullptr;
  auto *compare = dyn_cast<ICmpInst>(branch.getCondition());
  if (!compare || !compare->isEquality() || !match(compare->getOperand(1), m_Zero()) ||
      !match(compare->getOperand(0), m_And(m_Value(value), m_APInt(bits))))
    return std::nullopt;
  const unsigned side = compare->getPredicate() == CmpInst::ICMP_EQ ? 0 : 1;
  const Root root = without_casts(value);
  if (bits->getActiveBits() > root.bits) return std::nullopt;
  return Zeros{root.value, *bits, BasicBlockEdge(branch.getParent(), branch.getSuccessor(side))};
}

}  // namespace

bool KeepKnownZeroBitsPass::run_on(KernelFacts &kernel, FunctionAnalysisManager &analyses) {
  using namespace PatternMatch;
  Function &group = *kernel.group;
  SmallVector<Zeros> known;
  for (BasicBlock &block : group)
    if (auto *branch = dyn_cast<BranchInst>(block.getTerminator()))
      if (auto zeros = zeros_behind(*branch)) known.push_back(*zeros);
  if (known.empty()) return false;
  const DominatorTree &dominators = analyses.getResult<DominatorTreeAnalysis>(group);
  bool changed = false;
  for (Instruction &instruction : instructions(group)) {
    Value *value = nullptr;
    const APInt *mask = nullptr;
    if (!match(&instruction, m_And(m_Value(value), m_APInt(mask))) || instruction.getType()->isVectorTy()) continue;
    APInt kept = *mask;
    const Root root = without_casts(value);
    for (const Zeros &zeros : known)
      if (zeros.value == root.value && zeros.bits.getActiveBits() <= root.bits &&
          dominators.dominates(zeros.edge, instruction.getParent()))
        kept |= zeros.bits.zextOrTrunc(mask->getBitWidth());
    // Only a mask without gaps gains.
    if (kept == *mask || !kept.isMask()) continue;
    instruction.setOperand(1, ConstantInt::get(instruction.getType(), kept));
    changed = true;
  }
  return changed;
}

}  // namespace wherry::compiler
