// SPDX-License-Identifier: Apache-2.0
#include "compiler/codegen/stack_sizes.h"

#include <algorithm>

#include "compiler/ir/metadata.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace wherry::compiler {

namespace {

constexpr StringRef kPrefix = "wherry_stack.", kSubGroupPrefix = "wherry_sub_group_stack.";
// Bytes beside what LLVM counts: a red zone, a return address, and what aligning to a vector of AVX-512 may skip.
constexpr uint64_t kBesideFrame = 128 + 8 + 56;
// Bytes of a function whose frames LLVM cannot bound, in a recursion: what the system gives a program's first thread.
constexpr uint64_t kUnknown = 8 << 20;

Constant *number_of(const Twine &name, Module &module) {
  auto *symbol = cast<GlobalVariable>(module.getOrInsertGlobal(name.str(), Type::getInt8Ty(module.getContext())));
  symbol->setVisibility(GlobalValue::HiddenVisibility);
  return ConstantExpr::getPtrToInt(symbol, Type::getInt64Ty(module.getContext()));
}

bool is_of(const Function &function, StringRef group) {
  return function.hasFnAttribute(kSubGroupOf) && function.getFnAttribute(kSubGroupOf).getValueAsString() == group;
}

}  // namespace

Constant *stack_size_of(Function &kernel) { return number_of(kPrefix + kernel.getName(), *kernel.getParent()); }

Constant *sub_group_stack_size_of(Function &kernel) {
  Module &module = *kernel.getParent();
  if (none_of(module, [&](const Function &function) { return is_of(function, kernel.getName()); }))
    return ConstantInt::get(Type::getInt64Ty(module.getContext()), 0);
  return number_of(kSubGroupPrefix + kernel.getName(), module);
}

void StackSizes::request(Module &module) {
  for (Function &function : module)
    if (!function.isDeclaration()) function.addFnAttr("warn-stack-size", "0");
}

bool StackSizes::note(const DiagnosticInfo &info) {
  const auto *frame = dyn_cast<DiagnosticInfoStackSize>(&info);
  if (frame) frames_[&frame->getFunction()] = frame->getStackSize();
  return frame;
}

// Stack bytes of the function and of all functions of the module that it calls.
uint64_t StackSizes::total(const Function &function) {
  if (auto [known, fresh] = totals_.try_emplace(&function, kUnknown); !fresh) return known->second;  // of itself too
  uint64_t below = 0;
  for (const Instruction &instruction : instructions(function)) {
    if (const auto *variable = dyn_cast<AllocaInst>(&instruction); variable && !variable->isStaticAlloca())
      below = std::max(below, kUnknown);
    const auto *call = dyn_cast<CallBase>(&instruction);
    const Function *callee = call ? call->getCalledFunction() : nullptr;
    if (callee && !callee->isDeclaration()) below = std::max(below, total(*callee));
  }
  return totals_[&function] = frames_.lookup(&function) + kBesideFrame + below;
}

std::vector<std::string> StackSizes::symbols(const Module &module) {
  std::vector<std::string> found;
  for (const GlobalVariable &symbol : module.globals()) {
    StringRef name = symbol.getName();
    uint64_t bytes = 0;
    if (name.consume_front(kPrefix)) {
      bytes = total(*module.getFunction(name));
    } else if (name.consume_front(kSubGroupPrefix)) {
      for (const Function &function : module)
        if (is_of(function, name)) bytes = std::max(bytes, total(function));
    } else {
      continue;
    }
    found.push_back((symbol.getName() + "=" + Twine(bytes)).str());
  }
  return found;
}

}  // namespace wherry::compiler
