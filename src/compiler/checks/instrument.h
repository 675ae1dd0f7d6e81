// SPDX-License-Identifier: Apache-2.0
// What passes share that put checks into a kernel: where a check stands in the source, what its object is called, and
// how a work-item reports.
#pragma once
#include "compiler/analysis/argument_origin.h"
#include "compiler/ir/kernel_pass.h"
#include "kernel_abi/abi.h"
#include "llvm/IR/IRBuilder.h"

namespace wherry::compiler {

// The object of a check, as abi::CheckPlace names it.
struct CheckedObject {
  uint32_t index = abi::kUnknownObject;  // of an argument or a local variable
  std::string name;                      // of a private or program-scope variable
  uint64_t bytes = 0;                    // of that variable
};

// Of one kernel, in SPMD form, before local variables have their place (place-local-variables).
class Instrumentation {
 public:
  explicit Instrumentation(KernelFacts &kernel)
      : kernel_(kernel), group_(*kernel.group), module_(*group_.getParent()) {}

  // The object that an origin names. Keeps a local variable's name in the kernel's facts: write them at the end.
  CheckedObject object_of(const PointerOrigin &origin);

  // The abi::CheckPlace of an instruction: an address. The site is where the instruction stands in the source, in the
  // function that was inlined last; its hash tells inlined copies apart.
  llvm::Constant *place(const llvm::Instruction &at, abi::Mistake mistake, const CheckedObject &object = {},
                        abi::AccessKind access = abi::AccessKind::none, uint32_t alignment = 0, uint64_t number = 0);

  // The work-item reports the place with the numbers a and b (integers of at most 64 bits).
  void report(llvm::IRBuilderBase &builder, llvm::Value *place, llvm::Value *a, llvm::Value *b);
  // Before `before`, where `wrong` (i1) holds.
  void report_if(llvm::Value *wrong, llvm::Instruction &before, llvm::Value *place, llvm::Value *a, llvm::Value *b);

  // Whether the kernel reports anything.
  bool reports() const { return reports_; }

 private:
  KernelFacts &kernel_;
  llvm::Function &group_;
  llvm::Module &module_;
  bool reports_ = false;
};

// What the source calls a variable: "tile" of Clang's "kernel.tile" and "kernel.tile.3".
llvm::StringRef source_name(const llvm::Value &variable);

}  // namespace wherry::compiler
