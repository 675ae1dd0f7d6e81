#include "compiler/link.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/TargetParser/Triple.h"

namespace wherry::compiler {
namespace {

bool is_lowered_later(llvm::StringRef name) {
  static constexpr llvm::StringLiteral known[] = {
      "printf",
#define WHERRY_INTRINSIC(name) #name,
#include "kernel_abi/intrinsics.def"
  };
  return name.starts_with("llvm.") || llvm::is_contained(known, name);
}

bool is_kernel(const llvm::Function &function) { return function.getCallingConv() == llvm::CallingConv::SPIR_KERNEL; }

// " called by kernel 'k'", from the nearest user that is a function.
std::string used_by(const llvm::GlobalValue &value) {
  for (const llvm::User *user : value.users())
    if (auto *instruction = llvm::dyn_cast<llvm::Instruction>(user)) {
      const llvm::Function &caller = *instruction->getFunction();
      bool kernel = is_kernel(caller) || caller.getName().starts_with("__clang_ocl_kern_imp_");
      return (llvm::isa<llvm::CallBase>(instruction) ? " called by " : " used by ") +
             std::string(kernel ? "kernel '" : "function '") + readable(caller.getName()) + "'";
    }
  return "";
}

llvm::Error check_definitions(llvm::Module &module) {
  std::string missing;
  auto check = [&missing](const llvm::GlobalValue &value, const char *kind) {
    if (!value.isDeclaration() || value.use_empty() || is_lowered_later(value.getName())) return;
    missing += std::string("error: undefined ") + kind + " '" + readable(value.getName()) + "'" + used_by(value) + "\n";
  };
  for (const llvm::Function &function : module) check(function, "function");
  for (const llvm::GlobalVariable &variable : module.globals()) check(variable, "variable");
  if (missing.empty()) return llvm::Error::success();
  return llvm::createStringError(missing);
}

// Moves what a module uses of the library's to it, with all that this uses in turn. Nothing is copied, nor is the rest
// looked at: the library has thousands of functions, which LLVM's linker goes through, and frees.
class Mover {
 public:
  Mover(llvm::Module &module, llvm::Module &library) : module_(module), library_(library) {}

  llvm::Error run() {
    auto note = [&](const llvm::GlobalValue &value) {
      llvm::GlobalValue *found = library_.getNamedValue(value.getName());
      if (found && value.isDeclaration() && !value.use_empty()) needed_.insert(found);
    };
    for (const llvm::Function &function : module_) note(function);
    for (const llvm::GlobalVariable &variable : module_.globals()) note(variable);
    for (size_t i = 0; i < needed_.size(); ++i) {
      if (auto error = needed_[i]->materialize()) return error;
      if (auto *function = llvm::dyn_cast<llvm::Function>(needed_[i]))
        for (llvm::Instruction &instruction : llvm::instructions(*function)) need_all_of(instruction);
      else
        need_all_of(*needed_[i]);
    }
    for (llvm::GlobalValue *value : needed_)
      if (auto error = move(*value)) return error;
    return llvm::Error::success();
  }

 private:
  void need_all_of(const llvm::User &user) {
    for (llvm::Value *operand : user.operands())
      if (auto *value = llvm::dyn_cast<llvm::GlobalValue>(operand))
        needed_.insert(value);
      else if (auto *constant = llvm::dyn_cast<llvm::Constant>(operand))
        need_all_of(*constant);
  }

  // To the place of the module's own, or, where the module defines that, out of the way.
  llvm::Error move(llvm::GlobalValue &value) {
    llvm::GlobalValue *own = value.hasLocalLinkage() ? nullptr : module_.getNamedValue(value.getName());
    if (own && own->getType() != value.getType())
      return llvm::createStringError("error: '" + readable(value.getName()) + "' is a builtin's name");
    if (own && !own->isDeclaration()) {
      value.replaceAllUsesWith(own);
      return llvm::Error::success();
    }
    value.removeFromParent();
    if (auto *function = llvm::dyn_cast<llvm::Function>(&value))
      module_.getFunctionList().push_back(function);
    else
      module_.insertGlobalVariable(llvm::cast<llvm::GlobalVariable>(&value));
    if (own) {
      own->replaceAllUsesWith(&value);
      value.takeName(own);
      own->eraseFromParent();
    }
    return llvm::Error::success();
  }

  llvm::Module &module_, &library_;
  llvm::SetVector<llvm::GlobalValue *> needed_;
};

}  // namespace

std::string readable(llvm::StringRef name) {
  name.consume_front("__clang_ocl_kern_imp_");  // the body of a kernel, as Clang names it
  return llvm::demangle(name);
}

llvm::Expected<std::unique_ptr<llvm::Module>> open_library(llvm::MemoryBufferRef bitcode, llvm::LLVMContext &context) {
  auto library = llvm::getLazyBitcodeModule(bitcode, context);
  if (!library) return library.takeError();
  return library;
}

void relax_math(llvm::Module &module) {
  // Not the logarithms, whose bound beyond [0.5, 2] is the usual one.
  static constexpr llvm::StringLiteral kNames[] = {"exp", "exp2", "exp10", "sin", "cos", "tan", "powr"};
  for (llvm::Function &function : llvm::make_early_inc_range(module)) {
    if (!function.isDeclaration()) continue;
    for (llvm::StringRef name : kNames) {
      llvm::StringRef arguments = function.getName();
      if (!arguments.consume_front(("_Z" + llvm::Twine(name.size()) + name).str())) continue;
      if (arguments != "f" && arguments != "ff" && !(arguments.starts_with("Dv") && arguments.contains("_f"))) continue;
      auto native =
          module.getOrInsertFunction(("_Z" + llvm::Twine(name.size() + 7) + "native_" + name + arguments).str(),
                                     function.getFunctionType(), function.getAttributes());
      llvm::cast<llvm::Function>(native.getCallee())->setCallingConv(function.getCallingConv());
      function.replaceAllUsesWith(native.getCallee());
      function.eraseFromParent();
      break;
    }
  }
}

llvm::Error link_builtins(llvm::Module &module, llvm::Module &library) {
  if (auto error = Mover(module, library).run()) return error;
  if (auto error = check_definitions(module)) return error;

  llvm::TargetLibraryInfoImpl host(llvm::Triple("x86_64-unknown-linux-gnu"));
  for (llvm::GlobalValue &value : module.global_values()) {
    auto *function = llvm::dyn_cast<llvm::Function>(&value);
    if (value.isDeclaration() || value.hasAppendingLinkage() || (function && is_kernel(*function))) continue;
    value.setLinkage(llvm::GlobalValue::InternalLinkage);
    value.setVisibility(llvm::GlobalValue::DefaultVisibility);
    if (function) function->setComdat(nullptr);
    // A program's own "memcpy" is not the host's, which the code generator calls by that name.
    llvm::LibFunc known;
    if (host.getLibFunc(value.getName(), known)) value.setName(value.getName() + ".kernel");
  }
  return llvm::Error::success();
}

}  // namespace wherry::compiler
