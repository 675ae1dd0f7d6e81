// SPDX-License-Identifier: Apache-2.0
#include "compiler/lower/images.h"

#include "compiler/analysis/argument_origin.h"
#include "compiler/ir/kernel_metadata.h"
#include "kernel_abi/abi.h"
#include "kernel_abi/common_format.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace wherry::compiler {

namespace {

MDNode *bytes(LLVMContext &context, uint64_t number) {
  return MDNode::get(context, ConstantAsMetadata::get(ConstantInt::get(Type::getInt64Ty(context), number)));
}

// The constant that an integer load `offset` bytes behind the descriptor's start reads from a known format; null:
// another field.
Constant *known_part(const LoadInst &load, uint64_t offset, const APInt &format) {
  if (!load.getType()->isIntegerTy()) return nullptr;
  const uint64_t begin = offsetof(abi::Image, format), bits = load.getType()->getIntegerBitWidth();
  if (offset < begin || 8 * (offset - begin) + bits > format.getBitWidth()) return nullptr;
  return ConstantInt::get(load.getType(), format.extractBits(unsigned(bits), unsigned(8 * (offset - begin))));
}

// Whether a load `offset` bytes behind the descriptor's start reads the address of an image that is aligned.
bool is_aligned_data(const LoadInst &load, uint64_t offset, const APInt &format) {
  if (!load.getType()->isPointerTy() || offset != offsetof(abi::Image, base) + offsetof(abi::ImageLevel, data))
    return false;
  constexpr unsigned kBits = 8 * sizeof(abi::ImageFormat::is_small), kBegin = 8 * offsetof(abi::ImageFormat, is_small);
  return format.getBitWidth() >= kBegin + kBits && format.extractBitsAsZExtValue(kBits, kBegin) == abi::kSmallAligned;
}

}  // namespace

bool ImageArgumentsPass::run_on(KernelFacts &kernel, FunctionAnalysisManager &analyses) {
  Function &group = *kernel.group;
  LLVMContext &context = group.getContext();
  const ArgumentOrigins &origins = analyses.getResult<ArgumentOriginAnalysis>(group);
  const KnownOfLaunch known = KnownOfLaunch::of(group);
  bool changed = false;
  for (Instruction &instruction : make_early_inc_range(instructions(group))) {
    auto *load = dyn_cast<LoadInst>(&instruction);
    if (!load || load->isVolatile()) continue;
    if (auto slot = origins.slot_of(load); slot && is_image_argument(group, *slot)) {
      load->setMetadata(LLVMContext::MD_dereferenceable, bytes(context, sizeof(abi::Image)));
      load->setMetadata(LLVMContext::MD_align, bytes(context, alignof(abi::Image)));
      load->setMetadata(LLVMContext::MD_nonnull, MDNode::get(context, {}));
      changed = true;
      continue;
    }
    APInt offset(64, 0);
    const Value *base = load->getPointerOperand()->stripAndAccumulateConstantOffsets(group.getDataLayout(), offset,
                                                                                     /*AllowNonInbounds=*/true);
    const auto slot = origins.slot_of(base);
    if (!slot || !is_image_argument(group, *slot)) continue;
    changed = true;
    load->setMetadata(LLVMContext::MD_invariant_load, MDNode::get(context, {}));
    auto format = known.arguments.find(*slot);
    if (format == known.arguments.end()) continue;
    if (is_aligned_data(*load, offset.getZExtValue(), format->second))
      load->setMetadata(LLVMContext::MD_align, bytes(context, abi::kSmallImageAlign));
    if (Constant *part = known_part(*load, offset.getZExtValue(), format->second)) {
      load->replaceAllUsesWith(part);
      load->eraseFromParent();
    }
  }
  return changed;
}

bool knows_image_formats(const Module &module) {
  return any_of(module, [](const Function &kernel) {
    return any_of(KnownOfLaunch::of(kernel).arguments,
                  [&](const auto &argument) { return is_image_argument(kernel, argument.first); });
  });
}

}  // namespace wherry::compiler
