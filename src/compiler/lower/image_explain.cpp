// SPDX-License-Identifier: Apache-2.0
#include <map>
#include <optional>
#include <string>

#include "compiler/analysis/argument_origin.h"
#include "compiler/ir/diagnostics.h"
#include "compiler/lower/image_calls.h"
#include "compiler/lower/image_moves.h"
#include "kernel_abi/abi.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace wherry::compiler {
namespace {

std::optional<uint64_t> constant_of(const Value *value) {
  auto *number = dyn_cast<ConstantInt>(value);
  return number ? std::optional(number->getZExtValue()) : std::nullopt;
}

// `shape` as kernels-builtins/images.h has it: the dimensions, whether a layer follows them, and a level of detail.
void describe_shape(std::optional<uint64_t> shape, raw_ostream &out) {
  if (!shape) return;
  out << ", " << (*shape & 3) << "D" << (*shape & 4 ? " array" : "") << (*shape & 8 ? ", by levels" : "");
}

void describe_sampler(std::optional<uint64_t> sampler, bool filters, raw_ostream &out) {
  if (!sampler) {
    out << ", sampler of the launch";
    return;
  }
  if (filters) out << (*sampler & abi::kSamplerLinear ? ", linear" : ", nearest");
  if (*sampler & abi::kSamplerNormalised) out << ", normalised";
  switch (*sampler & abi::kSamplerAddressing) {
  case abi::kSamplerClampToEdge: out << ", clamped to the edge"; break;
  case abi::kSamplerClamp: out << ", with a border"; break;
  case abi::kSamplerRepeat: out << ", repeated"; break;
  case abi::kSamplerMirroredRepeat: out << ", mirrored"; break;
  default: break;
  }
}

// In a call for a row, coordinates are scalars: the texel or the result tells the number of lanes of each vector.
unsigned lanes_of(const CallInst &call) {
  const unsigned vectors = call.getCalledFunction()->getName().contains("_pair") ? 2 : 1;
  SmallVector<Type *> types;
  if (auto *result = dyn_cast<StructType>(call.getType())) types.push_back(result->getElementType(0));
  for (const Use &argument : call.args()) types.push_back(argument->getType());
  for (const Type *type : types)
    if (auto *vector = dyn_cast<FixedVectorType>(type)) return vectors * vector->getNumElements();
  return 1;
}

}  // namespace

bool ExplainImageCallsPass::run_on(KernelFacts &kernel, FunctionAnalysisManager &analyses) {
  const ArgumentOrigins &origins = analyses.getResult<ArgumentOriginAnalysis>(*kernel.group);
  // Full vectors, masked ones and a scalar remainder hold an access several times: the vectors' form counts.
  struct Form {
    unsigned lanes = 1;
    bool is_inline = false;
  };
  std::map<std::pair<unsigned, std::string>, Form> form_of;
  for (const Instruction &instruction : instructions(*kernel.group)) {
    auto *made = dyn_cast<CallInst>(&instruction);
    const Function *callee = made ? made->getCalledFunction() : nullptr;
    if (!callee || !callee->isDeclaration() || !callee->getName().starts_with("__wherry_image_") ||
        callee->getName().starts_with(kMovePrefix))
      continue;
    std::string text;
    raw_string_ostream out(text);
    const bool writes = callee->getName().contains("_store_"), samples = callee->getName().contains("_sample_");
    out << (writes ? "writes " : "reads ");
    if (auto slot = origins.slot_of(made->getArgOperand(0)->stripPointerCasts()))
      out << "the image of argument " << *slot;
    else
      out << "an image";
    describe_shape(constant_of(made->getArgOperand(2)), out);
    if (!writes) describe_sampler(constant_of(made->getArgOperand(1)), samples, out);
    const DebugLoc &where = instruction.getDebugLoc();
    Form &form = form_of[{where ? where.getLine() : 0, text}];
    form.lanes = std::max(form.lanes, lanes_of(*made));
    form.is_inline |= callee->getName().ends_with("_near");
  }
  std::string lines;
  raw_string_ostream out(lines);
  for (const auto &[access, form] : form_of) {
    out << "  ";
    if (access.first) out << "line " << access.first << ": ";
    out << access.second << (form.is_inline ? ": inline for common formats, else" : ":")
        << " a call for any format, for "
        << (form.lanes > 1 ? std::to_string(form.lanes) + " work-items" : "one work-item") << "\n";
  }
  if (!lines.empty()) remark(*kernel.group, lines);
  return false;
}

}  // namespace wherry::compiler
