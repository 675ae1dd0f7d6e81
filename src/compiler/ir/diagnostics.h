// SPDX-License-Identifier: Apache-2.0
// What passes say: errors for the build log, notes and remarks for --explain.
#pragma once
#include <string>

#include "llvm/IR/DiagnosticInfo.h"

namespace llvm {
class Function;
class Instruction;
class Module;
class Twine;
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

// Whether anything is done with remarks: asked before an analysis that serves a remark alone.
bool explains(const llvm::Function &group);
// A remark on a place in the source. `text` is what stands behind "line 7: ".
void remark_at(const llvm::Instruction &place, const llvm::Twine &text);
// How remarks name an instruction that keeps a pass from its work: "the store in line 7", "the call of 'f' in line 7",
// and a value that goes through a loop "'sum'".
std::string described(const llvm::Instruction &instruction);

}  // namespace wherry::compiler
