// Kernels that go straight through.
#pragma once
namespace llvm {
class Module;
}

namespace wherry::compiler {

// What a kernel is marked with that has no loops, nor calls a function of the program's that has some or calls itself:
// its work-items wait for nobody. Builtins, which are not there yet, loop only within bounds.
inline constexpr char kStraightMetadata[] = "wherry.straight";
void mark_straight_kernels(llvm::Module &module);

}  // namespace wherry::compiler
