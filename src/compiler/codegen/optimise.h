// LLVM's own optimiser.
#pragma once
#include <string>

namespace wherry::compiler {

// As the text of a pipeline: O3 for kernels, or O0.
std::string llvm_pipeline(bool optimise);

}  // namespace wherry::compiler
