// SPDX-License-Identifier: Apache-2.0
// wherry-opt: any of the compiler's passes and analyses on a .ll file, by name. For developers and for test/compiler.
#include <cstdio>
#include <memory>

#include "compiler/analysis/llvm_analyses.h"
#include "compiler/codegen/emit.h"
#include "compiler/codegen/target.h"
#include "compiler/ir/diagnostics.h"
#include "compiler/ir/module_options.h"
#include "compiler/pipeline.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Passes/StandardInstrumentations.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/ToolOutputFile.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;
using namespace wherry::compiler;

namespace {

cl::OptionCategory category("wherry-opt");
cl::opt<std::string> input(cl::Positional, cl::init("-"), cl::desc("<input.ll>"), cl::cat(category));
cl::opt<std::string> output("o", cl::init("-"), cl::desc("Where the module goes"), cl::value_desc("file"),
                            cl::cat(category));
cl::opt<std::string> passes("passes",
                            cl::desc("Passes in opt's syntax, LLVM's and ours; or 'front-end', 'source', 'lowering', "
                                     "'optimising': a part of the compiler's own pipeline, by the module's options"),
                            cl::value_desc("list"), cl::cat(category));
cl::opt<bool> no_output("disable-output", cl::desc("Writes no module: for print<...> passes and remarks"),
                        cl::cat(category));
cl::opt<bool> print_pipeline("print-pipeline", cl::desc("Writes the passes' list and runs none"), cl::cat(category));
cl::opt<bool> assembly("asm", cl::desc("Writes assembly by the compiler's code generator, for the functions' target"),
                       cl::cat(category));
cl::opt<bool> no_verify("no-verify",
                        cl::desc("Does not verify the module behind each pass, nor passes' stages before them"),
                        cl::cat(category));

// Errors, notes and remarks to standard error, one to a line.
class Printer final : public DiagnosticHandler {
 public:
  explicit Printer(bool &failed) : failed_(failed) {}

  bool handleDiagnostics(const DiagnosticInfo &info) override {
    failed_ |= info.getSeverity() == DS_Error;
    errs() << (info.getSeverity() == DS_Error ? "error: " : info.getSeverity() == DS_Remark ? "remark: " : "note: ");
    std::string text;
    raw_string_ostream stream(text);
    DiagnosticPrinterRawOStream printer(stream);
    info.print(printer);
    errs() << StringRef(text).trim() << "\n";
    return true;
  }

  bool isAnyRemarkEnabled() const override { return true; }

 private:
  bool &failed_;
};

std::string pipeline_of(const Module &module) {
  if (passes == "front-end") return front_end_pipeline(/*relaxed_math=*/false);
  if (passes == "source") return source_pipeline(module);
  if (passes == "lowering") return reshaping_pipeline(module) + "," + lowering_pipeline(module);
  if (passes == "optimising") return optimising_pipeline(module);
  return passes;
}

// False where the text names a pass that does not exist.
bool run(Module &module, const std::string &pipeline, bool &failed) {
  PassInstrumentationCallbacks callbacks;
  StandardInstrumentations instrumentations(module.getContext(), /*DebugLogging=*/false, /*VerifyEach=*/!no_verify);
  PassBuilder builder(nullptr, PipelineTuningOptions(), std::nullopt, &callbacks);
  register_passes(builder, &callbacks);
  Analyses analyses(builder, module.getTargetTriple());
  instrumentations.registerCallbacks(callbacks, &analyses.modules);
  callbacks.registerShouldRunOptionalPassCallback([&](StringRef, Any) { return !failed; });
  if (!no_verify) {
    check_stage_each(callbacks);
    verify_spmd_each(callbacks);
  }
  ModulePassManager manager;
  if (Error wrong = builder.parsePassPipeline(manager, pipeline)) {
    errs() << "wherry-opt: " << toString(std::move(wrong)) << "\n";
    return false;
  }
  manager.run(module, analyses.modules);
  return true;
}

}  // namespace

int main(int argc, char **argv) {
  InitLLVM init(argc, argv);
  initialise_targets();
  cl::ParseCommandLineOptions(argc, argv, "Wherry's passes on LLVM IR\n");

  LLVMContext context;
  bool failed = false;
  context.setDiagnosticHandler(std::make_unique<Printer>(failed));
  SMDiagnostic wrong;
  std::unique_ptr<Module> module = parseIRFile(input, wrong, context);
  if (!module) {
    wrong.print("wherry-opt", errs());
    return 1;
  }
  if (verifyModule(*module, &errs())) {
    errs() << "wherry-opt: " << input << " is not valid\n";
    return 1;
  }
  // As the compiler does before it: records of the runtime stand in the address space of the CPU's own layout.
  if (passes == "lowering") {
    const ModuleOptions options = ModuleOptions::of(*module);
    retarget(*module, *make_target_machine(options.optimize, options.cpu_level));
  }
  const std::string pipeline = pipeline_of(*module);
  if (print_pipeline) {
    outs() << pipeline << "\n";
    return 0;
  }
  if (!run(*module, pipeline, failed) || failed) return 1;
  if (no_output) return 0;
  std::error_code error;
  ToolOutputFile file(output, error, sys::fs::OF_Text);
  if (error) {
    errs() << "wherry-opt: cannot write " << output << ": " << error.message() << "\n";
    return 1;
  }
  if (assembly) {
    const SmallVector<char, 0> code = emit(*module, *make_target_machine(/*optimize=*/true, /*level=*/4), true);
    file.os() << StringRef(code.data(), code.size());
  } else {
    module->print(file.os(), nullptr);
  }
  file.keep();
}
