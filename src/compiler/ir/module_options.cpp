// SPDX-License-Identifier: Apache-2.0
#include "compiler/ir/module_options.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace wherry::compiler {

namespace {

constexpr char kOpenclCVersion[] = "wherry.opencl_c_version";

// A flag's name, its field, and how LLVM's linker joins two modules'.
template <class Self, class F> void fields(Self &self, F &&field) {
  field(kOpenclCVersion, self.opencl_c_version, Module::Max);
  field("wherry.optimize", self.optimize, Module::Min);
  field("wherry.uniform_work_groups", self.uniform_work_groups, Module::Min);
  field("wherry.schedule_async", self.schedule_async, Module::Max);
  field("wherry.vector_width", self.vector_width, Module::Max);
  field("wherry.denorms_are_zero", self.denorms_are_zero, Module::Min);
  field("wherry.independent_sub_groups", self.independent_sub_groups, Module::Max);
  field("wherry.cpu_level", self.cpu_level, Module::Min);
}

// A flag for each check, as LLVM's linker knows no union of bits.
template <class F> void for_checks(F &&call) {
  for (const auto &[word, bits] : process::kCheckWords)
    if (bits != process::kAllChecks) call(("wherry.check_" + Twine(word)).str(), bits);
}

}  // namespace

void ModuleOptions::write(Module &module) const {
  fields(*this, [&](const char *name, uint32_t value, Module::ModFlagBehavior behaviour) {
    module.setModuleFlag(behaviour, name, ConstantInt::get(Type::getInt32Ty(module.getContext()), value));
  });
  for_checks([&](StringRef name, uint32_t bits) {
    module.setModuleFlag(Module::Max, name,
                         ConstantInt::get(Type::getInt32Ty(module.getContext()), (checks & bits) != 0));
  });
}

ModuleOptions ModuleOptions::of(const Module &module) {
  ModuleOptions options;
  fields(options, [&](const char *name, auto &value, Module::ModFlagBehavior) {
    if (auto *number = mdconst::dyn_extract_or_null<ConstantInt>(module.getModuleFlag(name)))
      value = static_cast<std::remove_reference_t<decltype(value)>>(number->getZExtValue());
  });
  for_checks([&](StringRef name, uint32_t bits) {
    auto *number = mdconst::dyn_extract_or_null<ConstantInt>(module.getModuleFlag(name));
    if (number && !number->isZero()) options.checks |= bits;
  });
  if (options.checks) options.schedule_async = false;
  return options;
}

bool has_options(const Module &module) { return module.getModuleFlag(kOpenclCVersion) != nullptr; }

}  // namespace wherry::compiler
