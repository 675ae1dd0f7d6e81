// SPDX-License-Identifier: Apache-2.0
#include "compiler/driver/link_builtins.h"

#include "compiler/frontend/lacking.h"
#include "compiler/ir/intrinsics.h"
#include "compiler/ir/kernel_facts.h"
#include "compiler/ir/metadata.h"
#include "compiler/lower/image_calls.h"
#include "compiler/lower/images.h"
#include "compiler/lower/precompiled.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/xxhash.h"
#include "llvm/TargetParser/Triple.h"

namespace wherry::compiler {
namespace {

bool is_lowered_later(const llvm::GlobalValue &value) {
  llvm::StringRef name = value.getName();
  auto *function = llvm::dyn_cast<llvm::Function>(&value);
  return name == "printf" || name.starts_with("llvm.") || (function && intrinsic_of(*function) != Intrinsic::none) ||
         is_precompiled(value) || (is_image_call(value) && !knows_image_formats(*value.getParent()));
}

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
    if (!value.isDeclaration() || value.use_empty() || is_lowered_later(value)) return;
    const std::string name = readable(value.getName()), lacking = why_lacking(name.substr(0, name.find('(')));
    missing += "error: " + (lacking.empty() ? std::string("undefined ") + kind + " '" + name + "'" : lacking + ",") +
               used_by(value) + "\n";
    const auto *function = llvm::dyn_cast<llvm::Function>(&value);
    if (lacking.empty() && function && function->hasFnAttribute(kSpirvImport))
      missing += "note: the SPIR-V module imports '" + name +
                 "'; of an 'inline' function that is not 'static', Clang leaves out the body without -fgnu89-inline\n";
  };
  for (const llvm::Function &function : module) check(function, "function");
  for (const llvm::GlobalVariable &variable : module.globals()) check(variable, "variable");
  if (missing.empty()) return llvm::Error::success();
  return llvm::createStringError(missing);
}

}  // namespace

std::string readable(llvm::StringRef name) {
  name.consume_front("__clang_ocl_kern_imp_");  // the body of a kernel, as Clang names it
  return llvm::demangle(name);
}

llvm::Expected<std::unique_ptr<Library>> Library::open(llvm::MemoryBufferRef archive) {
  auto opened = llvm::object::Archive::create(archive);
  if (!opened) return opened.takeError();
  std::unique_ptr<Library> library(new Library(std::move(*opened)));
  library->symbols_.reserve(library->archive_->getNumberOfSymbols());
  for (const auto &symbol : library->archive_->symbols())
    library->symbols_.push_back({llvm::xxh3_64bits(symbol.getName()), symbol});
  return library;
}

// Searches thousands of hashes one after the other: a map would cost more to make than the lookups of a process's
// builds. If another name has the same hash, a member is read in vain.
llvm::Error Library::find(llvm::StringRef name, llvm::SmallVectorImpl<uint64_t> &places) const {
  const uint64_t wanted = llvm::xxh3_64bits(name);
  for (const auto &[hash, symbol] : symbols_) {
    if (hash != wanted) continue;
    auto member = symbol.getMember();
    if (!member) return member.takeError();
    places.push_back(member->getChildOffset());
  }
  return llvm::Error::success();
}

llvm::Expected<std::unique_ptr<llvm::Module>> Library::read(uint64_t place, llvm::LLVMContext &context) const {
  llvm::Error error = llvm::Error::success();
  llvm::object::Archive::Child member(archive_.get(), archive_->getData().data() + place, &error);
  if (error) return error;
  auto bitcode = member.getMemoryBufferRef();
  if (!bitcode) return bitcode.takeError();
  auto module = llvm::getLazyBitcodeModule(*bitcode, context);
  if (!module) return module.takeError();
  // Linking both lists of compilers, versions and flags would only repeat the kernel's.
  for (const char *name : {"opencl.ocl.version", "opencl.spir.version", "llvm.ident"})
    if (auto *list = (*module)->getNamedMetadata(name)) (*module)->eraseNamedMetadata(list);
  return module;
}

llvm::Error LibraryReader::read_ahead(uint64_t place) {
  auto module = library_.read(place, context_);
  if (module) read_[place] = std::move(*module);
  return module.takeError();
}

llvm::Error LibraryReader::link_into(llvm::Module &module) {
  // Repeats, as linked functions may call other members' functions.
  for (llvm::StringSet<> asked;;) {
    llvm::SmallVector<uint64_t> found;
    for (const llvm::GlobalValue &value : module.global_values())
      if (value.isDeclaration() && !value.use_empty() && !is_lowered_later(value) &&
          asked.insert(value.getName()).second)
        if (auto error = library_.find(value.getName(), found)) return error;
    if (found.empty()) return llvm::Error::success();
    llvm::sort(found);  // in the archive's order
    found.erase(llvm::unique(found), found.end());
    for (const uint64_t place : found) {
      if (!read_[place])
        if (auto error = read_ahead(place)) return error;
      std::unique_ptr<llvm::Module> part = std::move(read_[place]);
      linked_.insert(place);
      // Both modules are for SPIR, though the library may spell triple and layout otherwise.
      part->setTargetTriple(module.getTargetTriple());
      part->setDataLayout(module.getDataLayout());
      if (llvm::Linker::linkModules(module, std::move(part), llvm::Linker::LinkOnlyNeeded))
        return llvm::createStringError("error: the builtin library could not be linked in\n");
    }
  }
}

llvm::Error link_builtins(llvm::Module &module, LibraryReader &library) {
  if (auto error = library.link_into(module)) return error;
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
