// SPDX-License-Identifier: Apache-2.0
// The function that the host asks before a launch whether the ND-range can be another one (abi::KernelInfo::shape).
#pragma once
#include "compiler/opt/reshape/launch_values.h"

namespace wherry::compiler {

// Products of two numbers up to this do not wrap around in 64 bits, nor sums of a few.
constexpr uint64_t kMostLaunchFactor = uint64_t{1} << 31;

class LaunchShape {
 public:
  // `group`: the work-group function whose launch values the conditions consist of.
  LaunchShape(llvm::Function &group, const llvm::Twine &name);

  // The program's global size of a dimension; 64 bits, at least 1.
  llvm::Value *asked(unsigned dimension) const { return asked_[dimension]; }
  // The local size that the program asks for, or that the driver has chosen for the program's ND-range.
  llvm::Value *local_size(unsigned dimension) const { return local_sizes_[dimension]; }
  // A launch value of the work-group function as 64 bits.
  llvm::Value *value(llvm::Value *of_group, bool is_signed);
  void require(llvm::Value *condition);
  void require_within(llvm::Value *value, uint64_t least, uint64_t most);
  // The current global size: the asked one, or the last one set.
  llvm::Value *size(unsigned dimension) const { return sizes_[dimension]; }
  void set_size(unsigned dimension, llvm::Value *size) { sizes_[dimension] = size; }
  // From here on, reshapings take these for the global and local size that the program asked for. For a function that
  // asks for no global sizes itself.
  void divide(unsigned dimension, llvm::Value *size, llvm::Value *local_size) {
    asked_[dimension] = sizes_[dimension] = size;
    local_sizes_[dimension] = local_size;
  }
  // Call after the last condition.
  llvm::Function &finish();

  llvm::IRBuilder<> builder;

 private:
  llvm::Function &function_;
  llvm::Value *asked_[3], *local_sizes_[3], *sizes_[3], *holds_;
};

}  // namespace wherry::compiler
