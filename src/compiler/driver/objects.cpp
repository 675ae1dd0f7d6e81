// SPDX-License-Identifier: Apache-2.0
#include "compiler/driver/objects.h"

#include <set>

#include "compiler/driver/link_builtins.h"
#include "compiler/ir/metadata.h"
#include "compiler/ir/module_options.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/raw_ostream.h"

namespace wherry::compiler {
namespace {

bool is_definition(const llvm::GlobalValue &value) {
  return !value.isDeclarationForLinker() && !value.hasLocalLinkage() && !value.isWeakForLinker() &&
         !value.hasAppendingLinkage();
}

// A line for each name that both define.
std::string defined_twice(const llvm::Module &first, const llvm::Module &second) {
  std::set<std::string> names;
  for (const llvm::GlobalValue &value : second.global_values()) {
    const llvm::GlobalValue *other = first.getNamedValue(value.getName());
    if (other && is_definition(value) && is_definition(*other)) names.insert(readable(value.getName()));
  }
  std::string lines;
  for (const std::string &name : names) lines += "error: '" + name + "' is defined in more than one program\n";
  return lines;
}

llvm::Expected<std::unique_ptr<llvm::Module>> read(const abi::Object &object, llvm::LLVMContext &context) {
  auto module = llvm::parseBitcodeFile(llvm::MemoryBufferRef(object.bitcode, "object"), context);
  if (!module) return module.takeError();
  std::string broken;
  llvm::raw_string_ostream stream(broken);
  if (llvm::verifyModule(**module, &stream)) return llvm::createStringError(broken);
  if (!has_options(**module)) return llvm::createStringError("not of this compiler");
  return module;
}

// ContractionOff of a SPIR-V kernel holds for all functions that the kernel calls. The SPIR-V reader heeds it within
// one module, this function across linked modules.
void stop_contracting(llvm::Module &module) {
  std::vector<llvm::Function *> reached;
  std::set<const llvm::Function *> met;
  for (llvm::Function &function : module)
    if (function.hasFnAttribute(kContractionOff)) reached.push_back(&function);
  while (!reached.empty()) {
    llvm::Function &function = *reached.back();
    reached.pop_back();
    const bool contracts = function.hasFnAttribute(kContracts);
    function.removeFnAttr(kContracts);
    for (llvm::Instruction &instruction : llvm::instructions(function)) {
      if (contracts && llvm::isa<llvm::FPMathOperator>(instruction)) instruction.setHasAllowContract(false);
      if (auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction))
        if (llvm::Function *callee = call->getCalledFunction(); callee && met.insert(callee).second)
          reached.push_back(callee);
    }
  }
}

}  // namespace

std::string to_bitcode(const llvm::Module &module, bool use_lists) {
  std::string bytes;
  llvm::raw_string_ostream stream(bytes);
  llvm::WriteBitcodeToFile(module, stream, use_lists);
  return bytes;
}

llvm::Expected<std::unique_ptr<llvm::Module>> link_objects(const std::vector<abi::Object> &objects,
                                                           llvm::LLVMContext &context) {
  std::unique_ptr<llvm::Module> all;
  for (const abi::Object &object : objects) {
    auto module = read(object, context);
    if (!module)
      return llvm::createStringError("error: a program to link is damaged: " + llvm::toString(module.takeError()));
    if (!all) {
      all = std::move(*module);
      continue;
    }
    if (std::string twice = defined_twice(*all, **module); !twice.empty()) return llvm::createStringError(twice);
    if (llvm::Linker::linkModules(*all, std::move(*module)))
      return llvm::createStringError("error: the programs cannot be linked with one another");
  }
  if (all) stop_contracting(*all);
  return all;
}

}  // namespace wherry::compiler
