// SPDX-License-Identifier: Apache-2.0
#include "compiler/ir/diagnostics.h"

#include "compiler/ir/metadata.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/Function.h"
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

}  // namespace wherry::compiler
