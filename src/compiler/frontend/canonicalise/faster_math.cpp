// SPDX-License-Identifier: Apache-2.0
#include "compiler/frontend/canonicalise/faster_math.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace wherry::compiler {
namespace {

// A function of the library, the one in its place, and the element types for which that is done, by the letters that
// Itanium's mangling has for them.
struct Replaced {
  StringLiteral name, other, types;
};

// Has calls of library functions call other library functions, with the same arguments.
PreservedAnalyses replace_calls(Module &module, ArrayRef<Replaced> list) {
  bool changed = false;
  for (Function &function : make_early_inc_range(module)) {
    if (!function.isDeclaration()) continue;
    for (const auto &[name, other, types] : list) {
      StringRef arguments = function.getName();
      if (!arguments.consume_front(("_Z" + Twine(name.size()) + name).str())) continue;
      // "f", "ff", "Dv4_f", "Dv4_fS_": the vector's width, and the element type.
      StringRef element = arguments;
      if (element.consume_front("Dv")) element = element.substr(element.find('_') + 1);
      if (element.empty() || !types.contains(element[0])) continue;
      auto chosen = module.getOrInsertFunction(("_Z" + Twine(other.size()) + other + arguments).str(),
                                               function.getFunctionType(), function.getAttributes());
      cast<Function>(chosen.getCallee())->setCallingConv(function.getCallingConv());
      function.replaceAllUsesWith(chosen.getCallee());
      function.eraseFromParent();
      changed = true;
      break;
    }
  }
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

}  // namespace

PreservedAnalyses RelaxMathPass::run(Module &module, ModuleAnalysisManager &) {
  // The native exponentials are wrong for subnormal results. The native logarithms do not keep the bounds.
  return replace_calls(module, {{"exp", "__relaxed_exp", "f"},
                                {"exp2", "__relaxed_exp2", "f"},
                                {"exp10", "__relaxed_exp10", "f"},
                                {"powr", "half_powr", "f"},
                                {"sqrt", "native_sqrt", "f"},
                                {"sin", "native_sin", "f"},
                                {"cos", "native_cos", "f"},
                                {"tan", "native_tan", "f"}});
}

PreservedAnalyses EstimateMathPass::run(Module &module, ModuleAnalysisManager &) {
  return replace_calls(module, {{"rsqrt", "__estimated_rsqrt", "d"},
                                {"native_sqrt", "__estimated_sqrt", "f"},
                                {"half_sqrt", "__estimated_sqrt", "f"}});
}

}  // namespace wherry::compiler
