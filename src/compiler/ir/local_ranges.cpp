// SPDX-License-Identifier: Apache-2.0
#include "compiler/ir/local_ranges.h"

#include "compiler/ir/intrinsics.h"
#include "kernel_abi/abi.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace wherry::compiler {

GivenLocalRanges::GivenLocalRanges(Function &function, const std::array<uint64_t, 3> &local_size) {
  for (Instruction &each : instructions(function)) {
    const Intrinsic id = intrinsic_of(each);
    const bool is_size = id == Intrinsic::__wherry_local_size || id == Intrinsic::__wherry_enqueued_local_size;
    auto *call = dyn_cast<CallInst>(&each);
    if ((!is_size && id != Intrinsic::__wherry_local_id) || call->hasRetAttr(Attribute::Range)) continue;
    const auto dimension = dimension_of(call, id);
    const uint64_t known = dimension ? local_size[*dimension] : 0, most = known ? known : abi::kMaxWorkGroupSize;
    call->addRangeRetAttr(ConstantRange(APInt(64, is_size), APInt(64, most + is_size)));
    given_.emplace_back(call);
  }
}

GivenLocalRanges::~GivenLocalRanges() {
  for (const WeakTrackingVH &call : given_)
    if (call) cast<CallInst>(call)->removeRetAttr(Attribute::Range);
}

}  // namespace wherry::compiler
