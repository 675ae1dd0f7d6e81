// Pipes and their reservations, which Clang leaves as types of SPIR-V that no code generator of the host knows.
#pragma once

namespace llvm {
class Module;
}

namespace wherry::compiler {

// A pipe becomes a pointer to global memory (an abi::Pipe), a reservation a 64-bit number, wherever they stand: in
// parameters, variables, arrays.
void lower_pipe_types(llvm::Module &module);

}  // namespace wherry::compiler
