// SPDX-License-Identifier: Apache-2.0
#include "compiler/analysis/target.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace wherry::compiler {

TargetDescription TargetDescription::of(const Function &function) {
  const StringRef features = function.getFnAttribute("target-features").getValueAsString();
  auto has = [&](StringRef feature) { return features.contains(feature); };
  TargetDescription target;
  target.register_bits = has("+avx512bw") && has("+avx512vl") ? 512 : has("+avx2") ? 256 : 128;
  target.has_estimates = target.has_ldexp = has("+avx512vl");
  target.has_ranges = has("+avx512dq");
  target.has_half = has("+avx512fp16");
  target.has_byte_permutations = is_contained(split(features, ','), "+avx512vbmi");  // not "+avx512vbmi2"
  StringRef name = function.getFnAttribute("target-cpu").getValueAsString();
  if (name.consume_front("x86-64-v")) name.getAsInteger(10, target.level);
  return target;
}

TargetDescription TargetDescription::of(const Module &module) {
  for (const Function &function : module)
    if (function.hasFnAttribute("target-features")) return of(function);
  return {};
}

}  // namespace wherry::compiler
