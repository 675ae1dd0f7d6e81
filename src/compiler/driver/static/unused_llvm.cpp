// SPDX-License-Identifier: Apache-2.0
// Parts of LLVM that LLD and Clang register but wherryc never uses, as functions that register nothing: the linker then
// leaves these parts out of a static wherryc. LLD registers all targets, for link-time optimisation, which wherryc does
// not do; Debian's LLVM registers Polly.
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Plugins/PassPlugin.h"

// X86 is the target in use: codegen/target.cpp registers the parts of it that code generation needs.
#define LLVMInitializeX86TargetInfo kept_X86TargetInfo
#define LLVMInitializeX86Target kept_X86Target
#define LLVMInitializeX86TargetMC kept_X86TargetMC
#define LLVMInitializeX86AsmPrinter kept_X86AsmPrinter
extern "C" {
#define LLVM_TARGET(name)                                                                                              \
  void LLVMInitialize##name##TargetInfo() {}                                                                           \
  void LLVMInitialize##name##Target() {}                                                                               \
  void LLVMInitialize##name##TargetMC() {}
#include "llvm/Config/Targets.def"
#define LLVM_ASM_PRINTER(name)                                                                                         \
  void LLVMInitialize##name##AsmPrinter() {}
#include "llvm/Config/AsmPrinters.def"
#define LLVM_ASM_PARSER(name)                                                                                          \
  void LLVMInitialize##name##AsmParser() {}
#include "llvm/Config/AsmParsers.def"
}

llvm::PassPluginLibraryInfo getPollyPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "Polly", "none", [](llvm::PassBuilder &) {}};
}
