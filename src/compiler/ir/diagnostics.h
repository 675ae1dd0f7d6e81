// SPDX-License-Identifier: Apache-2.0
// What passes say: errors for the build log, notes and remarks for --explain.
#pragma once
#include <string>

#include "llvm/IR/DiagnosticInfo.h"

namespace llvm {
class Function;
class Module;
}  // namespace llvm

namespace wherry::compiler {

class PassMessage final : public llvm::DiagnosticInfo {
 public:
  enum class Kind {
    error,   // fails the build
    note,    // stands in the log with the compiler's own diagnostics, if --explain asks
    remark,  // stands in --explain's text, behind the others of its kernel
  };

  PassMessage(Kind kind, std::string kernel, std::string text);
  static bool classof(const llvm::DiagnosticInfo *info);
  void print(llvm::DiagnosticPrinter &printer) const override;

  Kind kind() const { return kind_; }
  const std::string &kernel() const { return kernel_; }  // and which function of its two; "": none
  const std::string &text() const { return text_; }      // whole lines

 private:
  Kind kind_;
  std::string kernel_, text_;
};

// The pipeline ends behind a pass that has failed. `text` reads as what stands behind "error: ".
void fail(const llvm::Module &module, const llvm::Twine &text);
// Whole lines.
void note(const llvm::Function &group, std::string lines);
void remark(const llvm::Function &group, std::string lines);

}  // namespace wherry::compiler
