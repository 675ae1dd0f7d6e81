// SPDX-License-Identifier: Apache-2.0
#include "compiler/ir/diagnostics.h"

#include "compiler/ir/address_spaces.h"
#include "compiler/ir/metadata.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace wherry::compiler {

namespace {

int plugin_kind() {
  static const int kind = getNextAvailablePluginDiagnosticKind();
  return kind;
}

DiagnosticSeverity severity_of(PassMessage::Kind kind) {
  switch (kind) {
  case PassMessage::Kind::error: return DS_Error;
  case PassMessage::Kind::note: return DS_Note;
  case PassMessage::Kind::remark: return DS_Remark;
  }
  llvm_unreachable("all kinds are above");
}

void say(const Function &group, PassMessage::Kind kind, std::string lines) {
  if (lines.empty()) return;
  std::string kernel = group.getFnAttribute(kKernelName).getValueAsString().str();
  if (group.hasFnAttribute(kReshaped)) kernel += ", reshaped";
  group.getContext().diagnose(PassMessage(kind, std::move(kernel), std::move(lines)));
}

}  // namespace

PassMessage::PassMessage(Kind kind, std::string kernel, std::string text)
    : DiagnosticInfo(plugin_kind(), severity_of(kind)), kind_(kind), kernel_(std::move(kernel)),
      text_(std::move(text)) {}

bool PassMessage::classof(const DiagnosticInfo *info) { return info->getKind() == plugin_kind(); }

void PassMessage::print(DiagnosticPrinter &printer) const { printer << text_; }

void fail(const Module &module, const Twine &text) {
  module.getContext().diagnose(PassMessage(PassMessage::Kind::error, "", text.str()));
}

void note(const Function &group, std::string lines) { say(group, PassMessage::Kind::note, std::move(lines)); }

void remark(const Function &group, std::string lines) { say(group, PassMessage::Kind::remark, std::move(lines)); }

bool explains(const Function &group) {
  const DiagnosticHandler *handler = group.getContext().getDiagHandlerPtr();
  return handler && handler->isAnyRemarkEnabled();
}

void remark_at(const Instruction &place, const Twine &text) {
  const DebugLoc &where = place.getDebugLoc();
  const std::string line = where && where.getLine() ? "line " + std::to_string(where.getLine()) + ": " : "";
  remark(*place.getFunction(), ("  " + line + text + "\n").str());
}

// "the volatile load", "the store to private memory"
static std::string described_access(const Instruction &access, const char *kind, const char *direction) {
  const char *how = access.isAtomic() ? "atomic " : access.isVolatile() ? "volatile " : "";
  const bool is_private = getLoadStoreAddressSpace(&access) == kPrivateSpace;
  return std::string("the ") + how + kind + (is_private ? direction + std::string(" private memory") : "");
}

std::string described(const Instruction &instruction) {
  std::string text;
  if (auto *call = dyn_cast<CallBase>(&instruction))
    text = call->getCalledFunction() ? "the call of '" + call->getCalledFunction()->getName().str() + "'" : "a call";
  else if (isa<LoadInst>(instruction))
    text = described_access(instruction, "load", " from");
  else if (isa<StoreInst>(instruction))
    text = described_access(instruction, "store", " to");
  else if (instruction.isAtomic())
    text = "the atomic operation";
  else if (instruction.isTerminator())
    text = "the branch";
  else if (isa<PHINode>(instruction) && instruction.hasName())
    return "'" + instruction.getName().split('.').first.str() + "'";  // a variable's, before passes number names
  else
    text = "a value";
  const DebugLoc &where = instruction.getDebugLoc();
  return where && where.getLine() ? text + " in line " + std::to_string(where.getLine()) : text;
}

}  // namespace wherry::compiler
