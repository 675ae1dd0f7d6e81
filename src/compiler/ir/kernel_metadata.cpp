// SPDX-License-Identifier: Apache-2.0
#include "compiler/ir/kernel_metadata.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Metadata.h"

using namespace llvm;

namespace wherry::compiler {

static const Metadata *entry_of(const Function &kernel, StringRef kind, unsigned index) {
  const MDNode *node = kernel.getMetadata(kind);
  return node && index < node->getNumOperands() ? node->getOperand(index).get() : nullptr;
}

StringRef metadata_text(const Function &kernel, StringRef kind, unsigned index) {
  auto *text = dyn_cast_or_null<MDString>(entry_of(kernel, kind, index));
  return text ? text->getString() : "";
}

uint64_t metadata_number(const Function &kernel, StringRef kind, unsigned index) {
  auto *constant = dyn_cast_or_null<ConstantAsMetadata>(entry_of(kernel, kind, index));
  auto *number = constant ? dyn_cast<ConstantInt>(constant->getValue()) : nullptr;
  return number ? number->getZExtValue() : 0;
}

bool is_image_argument(const Function &kernel, unsigned index) {
  StringRef type = metadata_text(kernel, kArgumentBaseTypes, index);
  return type.starts_with("image") && type.ends_with("_t") && metadata_number(kernel, kArgumentSpaces, index) != 0;
}

bool is_sampler_argument(const Function &kernel, unsigned index) {
  return metadata_text(kernel, kArgumentBaseTypes, index) == "sampler_t";
}

std::array<uint64_t, 3> metadata_size(const Function &kernel, StringRef kind) {
  return {metadata_number(kernel, kind, 0), metadata_number(kernel, kind, 1), metadata_number(kernel, kind, 2)};
}

}  // namespace wherry::compiler
