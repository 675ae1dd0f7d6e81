// From the front end's module to work-group functions, and on to what the code generator takes: every pass, in order.
#pragma once
#include <string>

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"

namespace llvm {
class Module;
class PassBuilder;
class PassInstrumentationCallbacks;
class TargetMachine;
}  // namespace llvm

namespace wherry::compiler {

// The pipeline's parts, as text in LLVM's syntax (opt -passes). They follow the module's options.
std::string opencl_c_pipeline();                                 // behind Clang
std::string source_pipeline();                                   // of linked objects, before builtins are linked in
std::string lowering_pipeline(const llvm::Module &module);       // of a retargeted module: to work-group functions
std::string optimising_pipeline(const llvm::Module &module);     // to the code generator's input

// Makes our passes and analyses known by their names.
void register_passes(llvm::PassBuilder &builder, llvm::PassInstrumentationCallbacks *callbacks);

// Behind each pass on a module that has options and work-group functions, checks SPMD form (frontend/contract.md).
void verify_spmd_each(llvm::PassInstrumentationCallbacks &callbacks);

struct PipelineRun {
  // LLVM's passes ask for the target's costs; null: for those of no target.
  llvm::TargetMachine *target = nullptr;
  // Asked before each pass: false leaves out all that follow.
  llvm::function_ref<bool()> go_on = nullptr;
  // Told of each module behind each pass that has run on it; function passes count per function.
  llvm::function_ref<void(llvm::StringRef pass)> ran = nullptr;
};
void run_pipeline(llvm::Module &module, llvm::StringRef pipeline, const PipelineRun &how);

}  // namespace wherry::compiler
