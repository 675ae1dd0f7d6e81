// SPDX-License-Identifier: Apache-2.0
// The lattice of lane strides: what each lane's value is more than the value of the lane before it.
#pragma once
#include <optional>

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Instructions.h"

namespace wherry::compiler {

// An assumption behind a stride: `value`, affine in the lanes, does not wrap around as an integer of `bits` bits
// between the first lane and the last.
struct NoWrap {
  llvm::Value *value;
  unsigned bits;
  bool is_signed;
  int64_t stride;  // of `value`
  bool operator==(const NoWrap &) const = default;
  void print(llvm::raw_ostream &out) const;
};

// A lattice, from the top: unknown (not visited yet), a stride, varying (no known stride).
class LaneStride {
 public:
  LaneStride() = default;  // unknown
  // An integer's stride is modulo its width, a pointer's in bytes. The stride holds if all of `checks` do.
  explicit LaneStride(int64_t stride, llvm::ArrayRef<NoWrap> checks = {})
      : kind_(Kind::kStride), stride_(stride), checks_(checks.begin(), checks.end()) {}
  static LaneStride varying() { return LaneStride(Kind::kVarying); }

  bool is_unknown() const { return kind_ == Kind::kUnknown; }
  bool is_varying() const { return kind_ == Kind::kVarying; }
  // The stride where checks() hold; nothing: unknown or varying.
  std::optional<int64_t> stride() const { return kind_ == Kind::kStride ? std::optional(stride_) : std::nullopt; }
  // The stride if there is nothing to check.
  std::optional<int64_t> certain() const { return checks_.empty() ? stride() : std::nullopt; }
  llvm::ArrayRef<NoWrap> checks() const { return checks_; }

  // The stride of a phi or select of two values: theirs if both are the same and rest on the same checks, else varying.
  LaneStride join(const LaneStride &other) const;
  // The same stride, resting on these checks too.
  LaneStride with(llvm::ArrayRef<NoWrap> checks) const;
  // Another stride that rests on the same checks; unknown and varying stay what they are.
  LaneStride map(llvm::function_ref<int64_t(int64_t)> change) const;
  // The stride modulo 2^bits, as a signed number.
  LaneStride wrapped(unsigned bits) const;
  LaneStride operator+(const LaneStride &other) const;

  bool operator==(const LaneStride &) const = default;
  void print(llvm::raw_ostream &out) const;

 private:
  enum class Kind : uint8_t { kUnknown, kStride, kVarying };
  explicit LaneStride(Kind kind) : kind_(kind) {}

  Kind kind_ = Kind::kUnknown;
  int64_t stride_ = 0;
  llvm::SmallVector<NoWrap, 1> checks_;
};

// The stride of an operand.
using StrideOf = llvm::function_ref<LaneStride(const llvm::Value *)>;

// The stride of a result modulo the integer's width, whatever the instruction's flags say: of sums, differences,
// products and shifts by constants, truncations, copies. Nothing: another kind of instruction.
std::optional<LaneStride> stride_of_arithmetic(const llvm::Instruction &instruction, StrideOf of);

// The stride of an address: the base's, plus each index's times its scale. `index_stride` is asked for each index that
// is no constant.
LaneStride stride_of_address(const llvm::GetElementPtrInst &address, StrideOf of, StrideOf index_stride);

}  // namespace wherry::compiler
