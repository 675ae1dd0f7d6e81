// Reciprocal square roots by the processor's estimate and Newton's steps.
#pragma once

namespace llvm {
class Module;
}

namespace wherry::compiler {

// For a processor with AVX-512VL. Each 1 / sqrt(x) of float or double that may be a reciprocal's estimate (`arcp`)
// becomes one within 2 ULP, for any x; y / sqrt(x) becomes its product with y. Its bits do not depend on how many stand in a vector; LLVM's own do, as it takes
// one estimate for a vector and another for a scalar.
void estimate_roots(llvm::Module &module);

}  // namespace wherry::compiler
