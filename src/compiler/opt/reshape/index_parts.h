// SPDX-License-Identifier: Apache-2.0
// Divisions of an index, in the forms in which LLVM writes them.
#pragma once
#include <optional>

#include "compiler/opt/reshape/index_conversions.h"
#include "compiler/opt/reshape/launch_shape.h"

namespace wherry::compiler {

// A number that an index is divided by.
struct Divisor {
  enum class Form { number, shift, mask } form;  // the number itself, its logarithm, or one less than the number
  llvm::Value *value;
  bool is_signed = false;

  bool operator==(const Divisor &other) const { return form == other.form && value == other.value; }
  // The number that a constant stands for; 0: no constant, or no power of two although a mask.
  uint64_t known() const;
  // The number in 64 bits, in the work-group function.
  llvm::Value *emit(LaunchValueEmitter &values, llvm::IRBuilder<> &builder) const;
  // Likewise, asked before a launch, which has to have a number: a mask may be none.
  llvm::Value *require_in(LaunchShape &shape) const;

 private:
  llvm::Value *number_of(llvm::Value *value_in_64_bits, llvm::IRBuilder<> &builder) const;
};

// An instruction that computes an index's quotient or remainder, or the index without the remainder.
struct IndexPart {
  enum class Kind { quotient, remainder, multiple } kind;
  llvm::Instruction *instruction;
  Divisor divisor;
  IndexConversions conversions = {};
};

// The part that a user of an index computes; nothing: none.
std::optional<IndexPart> part_of(llvm::Instruction &user, llvm::Value &index);

}  // namespace wherry::compiler
