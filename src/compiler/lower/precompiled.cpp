// SPDX-License-Identifier: Apache-2.0
#include "compiler/lower/precompiled.h"

#include "compiler/analysis/target.h"
#include "compiler/ir/vector_parts.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace wherry::compiler {
namespace {

struct Entry {
  StringLiteral name, arguments;
};
constexpr Entry kEntries[] = {
#define WHERRY_PRECOMPILED(name, arguments) {#name, #arguments},
#include "kernel_abi/precompiled.def"
};

unsigned width_of(const Type *type) {
  auto *vector = dyn_cast<FixedVectorType>(type);
  return vector ? vector->getNumElements() : 1;
}

std::string mangled(const Entry &entry, const Type *element, unsigned width) {
  std::string text;
  raw_string_ostream out(text);
  out << "_Z" << entry.name.size() << entry.name;
  for (auto [index, letter] : enumerate(entry.arguments)) {
    if (width > 1 && index > 0 && letter == 'f') {
      out << "S_";
      continue;
    }
    if (width > 1) out << "Dv" << width << "_";
    out << (letter != 'f' ? letter : element->isDoubleTy() ? 'd' : 'f');
  }
  return text;
}

const Entry *entry_of(const GlobalValue &value) {
  auto *function = dyn_cast<Function>(&value);
  if (!function || !function->isDeclaration() || !function->getName().starts_with("_Z")) return nullptr;
  const Type *type = function->getReturnType(), *element = type->getScalarType();
  if (!element->isFloatTy() && !element->isDoubleTy()) return nullptr;
  StringRef rest = function->getName().drop_front(2);
  unsigned size = 0;
  if (rest.consumeInteger(10, size)) return nullptr;
  for (const Entry &entry : kEntries)
    if (entry.name == rest.take_front(size) && mangled(entry, element, width_of(type)) == function->getName())
      return &entry;
  return nullptr;
}

void set_attributes(Function &function) {
  function.setAttributes({});
  function.setDoesNotThrow();
  function.setWillReturn();
  function.setNoSync();
  function.setDoesNotAccessMemory();
}

void split(CallInst &call, unsigned width) {
  Function &function = of_width(*call.getCalledFunction(), width);
  const unsigned all = width_of(call.getType());
  IRBuilder<> builder(&call);
  SmallVector<Value *> parts;
  for (unsigned first = 0; first < all; first += width) {
    SmallVector<Value *> arguments;
    for (Value *argument : call.args()) arguments.push_back(padded_part_of(builder, argument, first, width));
    parts.push_back(builder.CreateCall(&function, arguments));
  }
  call.replaceAllUsesWith(padded_part_of(builder, concatenateVectors(builder, parts), 0, all));
  call.eraseFromParent();
}

}  // namespace

bool is_precompiled(const GlobalValue &value) { return entry_of(value); }

bool calls_precompiled(const Instruction &instruction) {
  auto *call = dyn_cast<CallInst>(&instruction);
  Function *callee = call ? call->getCalledFunction() : nullptr;
  return callee && is_precompiled(*callee);
}

StringRef precompiled_name(const CallInst &call) {
  const Function *callee = call.getCalledFunction();
  const Entry *entry = callee ? entry_of(*callee) : nullptr;
  return entry ? StringRef(entry->name) : StringRef();
}

static void declare_precompiled(Module &module) {
  for (Function &function : module) {
    if (!is_precompiled(function)) continue;
    set_attributes(function);
    for (User *user : function.users())
      if (auto *call = dyn_cast<CallInst>(user)) call->setAttributes({});
  }
}

Function &of_width(Function &precompiled, unsigned width) {
  Type *element = precompiled.getReturnType()->getScalarType();
  auto of = [&](Type *type) -> Type * {
    return width == 1 ? type->getScalarType() : FixedVectorType::get(type->getScalarType(), width);
  };
  SmallVector<Type *> arguments;
  for (Type *type : precompiled.getFunctionType()->params()) arguments.push_back(of(type));
  auto callee = precompiled.getParent()->getOrInsertFunction(
      mangled(*entry_of(precompiled), element, width),
      FunctionType::get(of(precompiled.getReturnType()), arguments, false));
  auto &function = *cast<Function>(callee.getCallee());
  set_attributes(function);
  return function;
}

static void lower_precompiled(Module &module, unsigned register_bits) {
  for (Function &function : make_early_inc_range(module)) {
    if (!is_precompiled(function)) continue;
    const unsigned width = register_bits / unsigned(function.getReturnType()->getScalarSizeInBits());
    if (width_of(function.getReturnType()) == 1 || width_of(function.getReturnType()) == width) continue;
    for (User *user : make_early_inc_range(function.users()))
      if (auto *call = dyn_cast<CallInst>(user)) split(*call, width);
  }
  for (Function &function : module) {
    const Entry *entry = entry_of(function);
    if (!entry || !entry->name.starts_with("__")) continue;
    function.setCallingConv(CallingConv::Intel_OCL_BI);
    for (User *user : function.users()) cast<CallInst>(user)->setCallingConv(CallingConv::Intel_OCL_BI);
  }
}

PreservedAnalyses DeclarePrecompiledPass::run(Module &module, ModuleAnalysisManager &) {
  declare_precompiled(module);
  return PreservedAnalyses::none();
}

PreservedAnalyses LowerPrecompiledPass::run(Module &module, ModuleAnalysisManager &) {
  const unsigned level = TargetDescription::of(module).level;
  lower_precompiled(module, level == 4 ? 512 : level == 3 ? 256 : 128);  // as kernels-builtins compiles the libraries
  return PreservedAnalyses::none();
}

bool needs_math_library(const Module &module) {
  return any_of(module, [](const Function &function) { return is_precompiled(function) && !function.use_empty(); });
}

}  // namespace wherry::compiler
