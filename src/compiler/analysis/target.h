// SPDX-License-Identifier: Apache-2.0
// The CPU that code is made for, as functions' attributes "target-cpu" and "target-features" have it.
#pragma once
#include <cstdint>

namespace llvm {
class Function;
class Module;
}  // namespace llvm

namespace wherry::compiler {

constexpr uint64_t kCacheLine = 64;  // bytes
// Bytes from one access to the next that the hardware follows and prefetches: half a page.
constexpr uint64_t kFollowedStep = 2048;

struct TargetDescription {
  unsigned register_bits = 128;  // of the widest vectors
  unsigned level = 1;            // the highest N whose x86-64-vN the CPU supports
  bool has_estimates = false;    // reciprocal roots' estimates are good for all numbers, the same in vectors and alone
  bool has_ldexp = false;        // instructions for ldexp of float and double
  bool has_ranges = false;       // minima and maxima that leave out quiet NaNs (VRANGE)
  bool has_half = false;         // arithmetic of half
  bool has_byte_permutations = false;  // of a whole register

  static TargetDescription of(const llvm::Function &function);
  static TargetDescription of(const llvm::Module &module);  // by a function that has the attributes
};

}  // namespace wherry::compiler
