// SPDX-License-Identifier: Apache-2.0
// An index, and the conversions that keep its value in launches of moderate size.
#pragma once
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/IRBuilder.h"

namespace wherry::compiler {

// Writes conversions from 64 bits to 32 and back as such, where LLVM has written them as shifts and masks. True: there
// were any.
bool write_conversions(llvm::Function &group);

// Whether the value converts an index so that it keeps its number in launches of moderate size: an extension, a freeze,
// or a truncation to 32 bits or more.
bool keeps_index(const llvm::Value &conversion);
// A number without such conversions.
const llvm::Value *without_conversions(const llvm::Value *number);
// The value that an operand extends in the operation's signedness, or the operand itself.
llvm::Value *without_extension(llvm::Value *value, bool is_signed);

class IndexConversions {
 public:
  void add_root(llvm::Instruction &index);
  // Follows the roots' conversions. `other` takes the other users, each with the conversion that it uses.
  void collect(llvm::function_ref<void(llvm::Instruction &user, llvm::Instruction &index)> other);

  bool contains(const llvm::Value *value) const;
  // While 0 <= index < 2^value_bits(), each conversion has the index's value.
  unsigned value_bits() const { return bits_ - 1; }
  // Replaces all uses. `index_of`: the index in a type of at least value_bits() + 1 bits.
  void replace(llvm::function_ref<llvm::Value *(llvm::Type *)> index_of);

 private:
  bool is_conversion(llvm::Instruction &user);

  llvm::SmallSetVector<llvm::Instruction *, 8> same_;
  unsigned bits_ = 64;  // of the narrowest one
};

// Converts an index that has the same value in both types, and is not negative.
llvm::Value *convert_index(llvm::IRBuilder<> &builder, llvm::Value *index, llvm::Type *type);

}  // namespace wherry::compiler
