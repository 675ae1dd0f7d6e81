// Integer division as OpenCL has it.
#pragma once

namespace llvm {
class Module;
}

namespace wherry::compiler {

// "Divide by zero with integer types does not cause an exception but will result in an unspecified value", nor does a
// quotient that its type cannot hold; LLVM and the processor see it otherwise. Before any of LLVM's passes.
void make_divisions_total(llvm::Module &module);

}  // namespace wherry::compiler
