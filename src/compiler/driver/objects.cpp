#include "compiler/driver/objects.h"

#include <set>

#include "compiler/driver/link_builtins.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/raw_ostream.h"

namespace wherry::compiler {
namespace {

// Module flags, which LLVM's linker merges by their behaviour.
constexpr char kVersion[] = "wherry.opencl_c_version", kOptimize[] = "wherry.optimize",
               kUniform[] = "wherry.uniform_work_groups", kCheck[] = "wherry.check_async",
               kSchedule[] = "wherry.schedule_async", kWidth[] = "wherry.vector_width",
               kDenorms[] = "wherry.denorms_are_zero", kLevel[] = "wherry.cpu_level";

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
  if (!(*module)->getModuleFlag(kVersion)) return llvm::createStringError("not of this compiler");
  return module;
}

}  // namespace

void keep_options(llvm::Module &module, const LateOptions &options) {
  module.addModuleFlag(llvm::Module::Max, kVersion, options.opencl_c_version);
  module.addModuleFlag(llvm::Module::Min, kOptimize, options.optimize);
  module.addModuleFlag(llvm::Module::Min, kUniform, options.uniform_work_groups);
  module.addModuleFlag(llvm::Module::Max, kCheck, options.check_async);
  module.addModuleFlag(llvm::Module::Max, kSchedule, options.schedule_async);
  module.addModuleFlag(llvm::Module::Max, kWidth, options.vector_width);
  module.addModuleFlag(llvm::Module::Min, kDenorms, options.denorms_are_zero);
  module.addModuleFlag(llvm::Module::Min, kLevel, options.cpu_level);
}

LateOptions kept_options(const llvm::Module &module) {
  auto number = [&module](const char *name) -> uint64_t {
    auto *value = llvm::mdconst::dyn_extract_or_null<llvm::ConstantInt>(module.getModuleFlag(name));
    return value ? value->getZExtValue() : 0;
  };
  LateOptions options;
  options.opencl_c_version = static_cast<uint32_t>(number(kVersion));
  options.optimize = number(kOptimize) != 0;
  options.uniform_work_groups = number(kUniform) != 0;
  options.check_async = number(kCheck) != 0;
  options.schedule_async = number(kSchedule) != 0 && !options.check_async;
  options.vector_width = static_cast<uint32_t>(number(kWidth));
  options.denorms_are_zero = number(kDenorms) != 0;
  options.cpu_level = static_cast<uint32_t>(number(kLevel));
  return options;
}

std::string to_bitcode(const llvm::Module &module) {
  std::string bytes;
  llvm::raw_string_ostream stream(bytes);
  llvm::WriteBitcodeToFile(module, stream);
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
  return all;
}

}  // namespace wherry::compiler
