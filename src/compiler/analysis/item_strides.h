// SPDX-License-Identifier: Apache-2.0
// How the values of a kernel differ between neighbouring work-items of a dimension, before regions are formed.
#pragma once
#include <array>

#include "compiler/analysis/lane_stride.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/PassManager.h"

namespace wherry::compiler {

// For estimates only: integers are taken not to wrap around, and a value that may be uniform or have a stride is taken
// to have the stride, as one that a loop advances from where it begins.
class ItemStrides {
 public:
  static constexpr unsigned kDimensions = 3;

  explicit ItemStrides(const llvm::Function &group);
  LaneStride of(const llvm::Value *value, unsigned dimension) const;
  void print(llvm::raw_ostream &out) const;

 private:
  using Strides = llvm::DenseMap<const llvm::Value *, LaneStride>;
  const llvm::Function &group_;
  std::array<Strides, kDimensions> strides_;
};

struct ItemStridesAnalysis : llvm::AnalysisInfoMixin<ItemStridesAnalysis> {
  using Result = ItemStrides;
  static llvm::AnalysisKey Key;
  ItemStrides run(llvm::Function &group, llvm::FunctionAnalysisManager &analyses);
};

}  // namespace wherry::compiler
