// SPDX-License-Identifier: Apache-2.0
// From the front end's module to work-group functions, and on to what the code generator takes: every pass, in order.
#pragma once
#include <functional>
#include <memory>
#include <string>

#include "llvm/ADT/StringRef.h"

namespace llvm {
class Module;
class PassBuilder;
class PassInstrumentationCallbacks;
class TargetMachine;
}  // namespace llvm

namespace wherry::compiler {

// The pipeline's parts, as text in LLVM's syntax (opt -passes), in the order in which they run. They follow the
// module's options. Between them stands what is no pass, since it joins modules, divides one or needs the target's
// machine: driver/compile.cpp.
std::string front_end_pipeline(bool relaxed_math);           // behind a front end; relaxed_math: the option asks for it
std::string source_pipeline(const llvm::Module &module);     // of linked objects
std::string described_pipeline(const llvm::Module &module);  // behind describe_target(), before builtins are linked in
std::string reshaping_pipeline(const llvm::Module &module);  // of a retargeted module: a function for each work-item
std::string lowering_pipeline(const llvm::Module &module);   // behind it: to work-group functions
std::string optimising_pipeline(const llvm::Module &module, bool keep_lines = false);  // to the code generator's input

// Makes our passes and analyses known by their names.
void register_passes(llvm::PassBuilder &builder, llvm::PassInstrumentationCallbacks *callbacks);

// Behind each pass on a module that has options, or on a function in one, checks SPMD form (frontend/contract.md).
void verify_spmd_each(llvm::PassInstrumentationCallbacks &callbacks);

// Before each pass of ours, checks that it may run on the module or the function as they are: the stage that passes.def
// states. Where one may not, the module fails (ir/diagnostics.h), and no pass behind it
// runs.
void check_stage_each(llvm::PassInstrumentationCallbacks &callbacks);

// Runs parts of the pipeline on one module. LLVM's passes ask for the costs of `target`; null: for the costs that hold
// for any CPU.
class PassRunner {
 public:
  PassRunner(llvm::Module &module, llvm::TargetMachine *target);
  ~PassRunner();

  // Asked before each pass: false leaves out all that follow.
  void go_on_while(std::function<bool()> go_on);
  // Told the name of each pass behind it.
  void tell(std::function<void(llvm::StringRef pass)> ran);

  void run(llvm::StringRef pipeline);
  // Before the module is changed by other means.
  void forget();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace wherry::compiler
