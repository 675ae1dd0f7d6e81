// SPDX-License-Identifier: Apache-2.0
// Which argument of the kernel, or which variable, a pointer of a work-group function comes from.
#pragma once
#include <optional>

#include "compiler/ir/kernel_facts.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PassManager.h"

namespace wherry::compiler {

struct PointerOrigin {
  enum Kind {
    buffer,             // an argument that is a pointer to global or constant memory
    local_argument,     // an argument that is a pointer to local memory
    local_variable,     // before local variables have their place
    private_variable,   // an alloca
    program_scope,      // another global variable
    context,            // another pointer that never changes, such as the context's to the group's local memory
    function_argument,  // the argument block, the context itself, or what another function was called with
    unknown
  };
  Kind kind = unknown;
  unsigned slot = 0;                    // of buffer, local_argument: index in KernelFacts::slots
  const llvm::Value *object = nullptr;  // of buffer, context: the load; of local_argument: the GEP that adds its
                                        // offset; of unknown: where the search ended; else the variable or the argument

  // An unknown origin equals no other origin, not even itself.
  bool operator==(const PointerOrigin &other) const;
  // Whether a value is the argument's own address, not one derived from it.
  bool is_address_of_argument(const llvm::Value &value) const {
    return (kind == buffer || kind == local_argument) && object == &value;
  }
};

// The origins of pointers in a work-group function (lower/kernel_entry).
class ArgumentOrigins {
 public:
  explicit ArgumentOrigins(const KernelFacts &kernel);

  // The origin that a pointer is derived from by GEPs and casts alone.
  PointerOrigin of(const llvm::Value *pointer) const;
  // All origins that a pointer may have: phis and selects choose between several.
  llvm::SmallVector<PointerOrigin, 1> all_of(const llvm::Value *pointer) const;
  // The slot whose value this is: a buffer's address, or the offset of a local argument in the group's local memory.
  std::optional<unsigned> slot_of(const llvm::Value *value) const;
  // The slot of the image whose texels' address was loaded from its descriptor, where the search for an origin ended.
  std::optional<unsigned> image_of(const PointerOrigin &origin) const;

  void print(llvm::raw_ostream &out) const;

 private:
  PointerOrigin of_object(const llvm::Value *object) const;
  std::optional<unsigned> argument_that_leads_to(const llvm::LoadInst &load) const;

  const llvm::Function *group_;
  llvm::SmallDenseMap<uint64_t, unsigned> slot_at_;  // pointer arguments' slots, by their offsets in the argument block
};

struct ArgumentOriginAnalysis : llvm::AnalysisInfoMixin<ArgumentOriginAnalysis> {
  using Result = ArgumentOrigins;
  static llvm::AnalysisKey Key;
  ArgumentOrigins run(llvm::Function &group, llvm::FunctionAnalysisManager &analyses);
};

}  // namespace wherry::compiler
