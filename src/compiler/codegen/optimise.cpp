#include "compiler/codegen/optimise.h"

namespace wherry::compiler {

std::string llvm_pipeline(bool optimise) { return optimise ? "llvm-o3" : "default<O0>"; }

}  // namespace wherry::compiler
