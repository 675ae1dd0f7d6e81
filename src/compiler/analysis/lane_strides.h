// SPDX-License-Identifier: Apache-2.0
// How the values of an item loop differ between neighbouring work-items, which are the lanes of a vector.
#pragma once
#include "compiler/analysis/lane_stride.h"
#include "compiler/analysis/linearisation.h"
#include "compiler/analysis/value_ranges.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/IR/DataLayout.h"

namespace wherry::compiler {

// A private variable of the item loop: each lane has a copy.
struct LaneVariable {
  llvm::AllocaInst *variable;
  // Element by element, the lanes side by side; otherwise one lane's whole variable after the other's.
  bool interleaved;
  uint64_t lane_bytes;  // from one lane's to the next one's
};

// Whether an extension is to be made as a signed one: of lanes for which the kernel computes it, zext nneg is the same,
// and the first lane, from which a contiguous address is computed, may not be one of them.
bool extends_sign(const llvm::Instruction &extension);

// Whether a loop has an operation of sub-groups, which are its vectors then.
bool sees_sub_groups(const llvm::Loop &loop);

class LaneStrides {
 public:
  // Refers to the arguments, which are to outlive it unchanged.
  LaneStrides(const llvm::Loop &items, const llvm::PHINode &index, const Linearisation &flow,
              const Uniformity &uniformity);

  bool inside(const llvm::Value *value) const;
  bool uniform(const llvm::Value *value) const { return !inside(value) || uniformity_.uniform(*value); }
  // Of a uniform value 0.
  LaneStride of(const llvm::Value *value) const;
  // The stride if nothing is to be checked for it; nothing: unknown, varying, or to be checked.
  std::optional<int64_t> stride(const llvm::Value *value) const { return of(value).certain(); }

  // The variable into which a pointer leads; null: another one's memory.
  const LaneVariable *variable(const llvm::Value *pointer) const;
  llvm::ArrayRef<LaneVariable> variables() const { return variables_; }

  // Whether a condition is monotonic in the lane index, or a few such joined: a range check, an image's border.
  bool is_range_check(const llvm::Value *condition, unsigned depth = 12) const;
  // Whether a loop's only exit is behind one.
  bool ends_by_range_check(const llvm::Loop &loop) const;

  // Whether conditions are speculatively uniform (kSpeculativelyUniform).
  bool speculates() const { return speculates_; }
  // What all strides rest on: to be checked once, for all items, before the item loop begins.
  llvm::ArrayRef<NoWrap> assumptions() const { return assumptions_; }
  // Computed from the index and from values of the whole item loop alone, and free to be computed before the loop.
  bool depends_on_index_alone(const llvm::Value *value) const;
  const ValueRanges &ranges() const { return ranges_; }

  void print(llvm::raw_ostream &out) const;

 private:
  void find_variables();
  void lay_out(llvm::AllocaInst &variable);
  void find_what_all_lanes_need();
  void solve();
  LaneStride transfer(const llvm::Instruction &instruction);
  LaneStride transfer_extension(const llvm::Instruction &extension);
  LaneStride transfer_mask_or_shift(const llvm::Instruction &instruction);
  LaneStride transfer_phi(const llvm::PHINode &phi);
  LaneStride transfer_address(const llvm::GetElementPtrInst &address);

  // The rule on wrap-around: whether `value`, affine in the lanes, keeps its stride as an integer of `bits` bits, not
  // modulo them. Nothing: it may wrap. Else the checks to be made where the result is used; empty: it never wraps, or
  // that is one of assumptions().
  using Checks = llvm::SmallVector<NoWrap, 1>;
  std::optional<Checks> keeps_stride(const llvm::Value *value, unsigned bits, bool is_signed);
  bool never_wraps(const llvm::Value *value, bool is_signed);
  bool proves_no_wrap(const llvm::Value *value, bool is_signed);
  bool assume(const NoWrap &needed);
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
  llvm::SmallVector<LaneVariable> variables_;
  llvm::DenseMap<const llvm::Value *, unsigned> leads_into_;  // variables_'s index
  llvm::SmallVector<NoWrap> assumptions_;
  const bool assumes_;  // without a scalar remainder nothing can be assumed: with sub-groups
  bool speculates_ = false;
  bool settled_ = false;  // strides_ are; assumptions_ are being gathered
};

struct LaneStridesAnalysis : llvm::AnalysisInfoMixin<LaneStridesAnalysis> {
  using Result = OfItemLoops<LaneStrides>;
  static llvm::AnalysisKey Key;
  Result run(llvm::Function &group, llvm::FunctionAnalysisManager &analyses);
};

}  // namespace wherry::compiler
