// SPDX-License-Identifier: Apache-2.0
// How the values of an item loop differ between neighbouring work-items, which are the lanes of a vector.
#pragma once
#include "compiler/analysis/lane_stride.h"
#include "compiler/analysis/linearisation.h"
#include "compiler/analysis/value_ranges.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/DataLayout.h"

namespace wherry::compiler {

// A private variable of the item loop: each lane has a copy.
struct LaneVariable {
  llvm::AllocaInst *variable;
  // True: element by element, all lanes' copies of an element side by side. False: one lane's whole variable after the
  // other's.
  bool interleaved;
  uint64_t lane_bytes;  // from one lane's copy to the next one's
};

// Whether to emit an extension as sext. A zext nneg is the same in lanes for which the kernel computes the extension,
// but the first lane, from which a contiguous address is computed, may not be one of these.
bool extends_sign(const llvm::Instruction &extension);

// Whether a loop has a sub-group operation. Each vector is a sub-group then.
bool sees_sub_groups(const llvm::Loop &loop);

class LaneStrides {
 public:
  // Keeps references: the arguments must outlive this object, unchanged.
  LaneStrides(const llvm::Loop &items, const llvm::PHINode &index, const Linearisation &flow,
              const Uniformity &uniformity);

  bool inside(const llvm::Value *value) const;
  bool uniform(const llvm::Value *value) const { return !inside(value) || uniformity_.uniform(*value); }
  // A value's stride; 0 of a uniform value.
  LaneStride of(const llvm::Value *value) const;
  // A stride that holds without checks; nothing: unknown, varying, or resting on checks.
  std::optional<int64_t> stride(const llvm::Value *value) const { return of(value).certain(); }

  // The lane variable into which a pointer leads; null: other memory.
  const LaneVariable *variable(const llvm::Value *pointer) const;
  llvm::ArrayRef<LaneVariable> variables() const { return variables_; }

  // Whether a condition is monotonic in the lane index, or a few such joined: a range check, an image's border.
  // `if_checked`: conditions whose strides rest on checks count, too.
  bool is_range_check(const llvm::Value *condition, bool if_checked = false, unsigned depth = 12) const;
  // Whether a range check is the condition of a loop's only exit; its strides may rest on checks.
  bool ends_by_range_check(const llvm::Loop &loop) const;

  // Whether conditions are speculatively uniform (kSpeculativelyUniform).
  bool speculates() const { return speculates_; }
  // Assumptions behind all strides, to be checked once for all work-items before the item loop.
  llvm::ArrayRef<NoWrap> assumptions() const { return assumptions_; }
  // Indices of members, a number plus a constant, that are extended to 64 bits as the number is. It is assumed that
  // such a sum does not wrap around: to be checked for the first work-item, for the others by assumptions().
  llvm::ArrayRef<const llvm::BinaryOperator *> exact_sums() const { return exact_sums_.getArrayRef(); }
  // Whether the sum of a number and a constant does not wrap around, by the assumptions, or as an index of local
  // memory.
  bool is_exact(const llvm::Value &sum, bool is_signed) const;
  // Whether a value is computed from the index and values of before the loop alone, and can be computed before the
  // loop.
  bool depends_on_index_alone(const llvm::Value *value) const;
  const ValueRanges &ranges() const { return ranges_; }

  void print(llvm::raw_ostream &out) const;

 private:
  void find_variables();
  void lay_out(llvm::AllocaInst &variable);
  void find_what_all_lanes_need();
  void find_local_index(const llvm::Instruction &access);
  void solve();
  LaneStride transfer(const llvm::Instruction &instruction);
  LaneStride transfer_extension(const llvm::Instruction &extension);
  LaneStride transfer_mask_or_shift(const llvm::Instruction &instruction);
  LaneStride transfer_phi(const llvm::PHINode &phi);
  LaneStride transfer_address(const llvm::GetElementPtrInst &address);

  // The rule on wrap-around: whether `value`, affine in the lanes, keeps its stride as an integer of `bits` bits, not
  // only modulo 2^bits. Nothing: it may wrap. Else the checks to be made where the result is used; empty: the value
  // never wraps, or assumptions() says so.
  using Checks = llvm::SmallVector<NoWrap, 1>;
  std::optional<Checks> keeps_stride(const llvm::Value *value, unsigned bits, bool is_signed);
  bool never_wraps(const llvm::Value *value, bool is_signed);
  bool proves_no_wrap(const llvm::Value *value, bool is_signed);
  bool assume(const NoWrap &needed);
  void assume_exact(const llvm::Instruction &extension);
  bool is_assumed(const llvm::Value &value, bool is_signed) const;
  LaneStride if_no_wrap(const LaneStride &result, const llvm::Value *value, unsigned bits, bool is_signed);
  bool depends_on_index_alone(const llvm::Value *value, unsigned depth) const;

  const llvm::Loop &items_;
  const llvm::PHINode &index_;
  const Linearisation &flow_;
  const Uniformity &uniformity_;
  const llvm::DataLayout &layout_;
  const ValueRanges ranges_;
  llvm::DenseMap<const llvm::Value *, LaneStride> strides_;
  llvm::DenseSet<const llvm::Instruction *> for_all_lanes_;
  llvm::DenseSet<const llvm::Instruction *> local_indices_;  // extended for local memory: find_local_index()
  llvm::SmallVector<LaneVariable> variables_;
  llvm::DenseMap<const llvm::Value *, unsigned> leads_into_;  // variables_'s index
  llvm::SmallVector<NoWrap> assumptions_;
  llvm::SmallSetVector<const llvm::BinaryOperator *, 4> exact_sums_;
  const bool assumes_;  // false with sub-groups, whose loops have no scalar remainder to run if an assumption fails
  bool speculates_ = false;
  bool settled_ = false;  // strides_ are; assumptions_ are being gathered
};

struct LaneStridesAnalysis : llvm::AnalysisInfoMixin<LaneStridesAnalysis> {
  using Result = OfItemLoops<LaneStrides>;
  static llvm::AnalysisKey Key;
  Result run(llvm::Function &group, llvm::FunctionAnalysisManager &analyses);
};

}  // namespace wherry::compiler
