// SPDX-License-Identifier: Apache-2.0
#include "compiler/opt/compare_known_bits.h"

#include "compiler/ir/local_ranges.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Support/KnownBits.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace wherry::compiler {

namespace {

// The part of a sum that is a multiple of 2^k, where the other part is below 2^k and `limit` is a multiple too; null:
// none.
Value *multiple_in(Value *sum, Value *limit, const DataLayout &layout, IRBuilderBase &builder) {
  Type *type = sum->getType();
  match(sum, m_Trunc(m_Value(sum)));
  Value *parts[2];
  if (!match(sum, m_Add(m_Value(parts[0]), m_Value(parts[1]))) &&
      !match(sum, m_DisjointOr(m_Value(parts[0]), m_Value(parts[1]))))
    return nullptr;
  const unsigned of_limit = computeKnownBits(limit, layout).countMinTrailingZeros();
  for (unsigned i = 0; i < 2; ++i) {
    const unsigned zeros = std::min(of_limit, computeKnownBits(parts[i], layout).countMinTrailingZeros());
    if (isa<Constant>(parts[1 - i]) || zeros == 0 || zeros >= type->getIntegerBitWidth() ||
        computeKnownBits(parts[1 - i], layout).countMaxActiveBits() > zeros)
      continue;
    return builder.CreateTrunc(parts[i], type);
  }
  return nullptr;
}

}  // namespace

// The smaller part only fills bits that are zero in both multiples, so the comparison does not depend on it.
static void compare_multiples(Function &function, const std::array<uint64_t, 3> &local_size) {
  const DataLayout &layout = function.getDataLayout();
  const GivenLocalRanges ranges(function, local_size);
  for (Instruction &instruction : instructions(function)) {
    auto *compare = dyn_cast<ICmpInst>(&instruction);
    if (!compare || !compare->getOperand(0)->getType()->isIntegerTy()) continue;
    for (unsigned left = 0; left < 2; ++left) {
      const CmpInst::Predicate as = left == 0 ? compare->getPredicate() : compare->getSwappedPredicate();
      if (as != CmpInst::ICMP_ULT && as != CmpInst::ICMP_SLT && as != CmpInst::ICMP_UGE && as != CmpInst::ICMP_SGE)
        continue;
      IRBuilder<> builder(compare);
      Value *multiple = multiple_in(compare->getOperand(left), compare->getOperand(1 - left), layout, builder);
      if (!multiple) continue;
      compare->setOperand(left, multiple);
      break;
    }
  }
}

bool CompareKnownBitsPass::run_on(KernelFacts &kernel, FunctionAnalysisManager &) {
  if (!kernel.local_size[0]) return false;
  compare_multiples(*kernel.group, kernel.local_size);
  return true;
}

}  // namespace wherry::compiler
