// SPDX-License-Identifier: Apache-2.0
// What a kernel's addresses are made of, and which parts of an address the host can compute.
#pragma once
#include <map>
#include <optional>

#include "compiler/analysis/scalar_evolution.h"
#include "compiler/ir/intrinsics.h"
#include "compiler/opt/reshape/index_conversions.h"
#include "compiler/opt/reshape/launch_shape.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Dominators.h"

namespace wherry::compiler {

// A call of an intrinsic for a dimension, and conversions of its result to 32 bits or more.
struct IdUse {
  unsigned dimension;
  unsigned value_bits;  // while 0 <= result < 2^value_bits, the conversions keep it
};
std::optional<IdUse> id_use_of(const llvm::Value *value, Intrinsic id);
// The dimension whose local size a value is: launches that are reshaped have no smaller work-groups at the end.
std::optional<unsigned> local_size_of(const llvm::Value *value);

// Accesses to one argument's memory.
struct Accesses {
  llvm::SmallVector<llvm::Instruction *, 4> list;
  bool stores = false;
};

// A range of memory, as distances from one place in it.
class Span {
 public:
  // False: the distance is no constant.
  bool add(const llvm::SCEV &distance, const llvm::Instruction &access);
  int64_t begin() const { return begin_; }
  int64_t end() const { return end_; }
  uint64_t bytes() const { return uint64_t(end_ - begin_); }

 private:
  int64_t begin_ = 0, end_ = 0;
};

// A linear function of ids: each id times a launch expression, plus the rest.
struct LinearOfIds {
  const llvm::SCEV *factors[3], *rest;
};

class AddressExpressions {
 public:
  explicit AddressExpressions(llvm::Function &group);

  llvm::ScalarEvolution &scev() { return evolution_.of; }
  const llvm::LoopInfo &loops() const { return loops_; }
  const llvm::DominatorTree &dominators() const { return dominators_; }
  // How often the loop goes back. Takes note of narrow counters that must not wrap around.
  const llvm::SCEV *back_edges(const llvm::Loop *loop);

  // Whether the kernel stores to arguments' memory alone, and `accepts` the accesses to each argument that it stores
  // to. `needs_apart`: whether the kernel accesses several arguments' memory, which must not overlap.
  bool for_stored(llvm::function_ref<bool(const Accesses &)> accepts, bool &needs_apart);

  // The argument to whose memory a load or store leads, by its place in the argument block; nothing: no argument's.
  std::optional<int64_t> argument_of(llvm::Instruction &access);
  // The address's distance from its argument, in bytes. Takes note of narrow numbers that must not wrap around.
  const llvm::SCEV *offset_of(llvm::Instruction &access);
  // Likewise an index, as 64 bits, with extensions moved to the operands.
  const llvm::SCEV *index_of(llvm::Value *value);

  // The value as a sum of ids' multiples.
  std::optional<LinearOfIds> linear_of_ids(const llvm::SCEV *value);

  // Whether the host can compute a value.
  bool is_launch_expression(const llvm::SCEV *value);
  // Emits a launch expression, in 64 bits.
  llvm::Value *launch_value(const llvm::SCEV *value, bool is_signed, LaunchShape &shape);
  // Likewise, and requires a number so small that a product of two does not wrap around; signed, and unsigned.
  llvm::Value *launch_offset(const llvm::SCEV *value, LaunchShape &shape);
  llvm::Value *launch_distance(const llvm::SCEV *value, LaunchShape &shape);
  // Whether no narrow number has been met that must not wrap around.
  bool is_exact() const { return bounded_.empty() && counters_.empty() && not_negative_.empty(); }
  // Whether the host can compute what a number that is not negative is at most; emits that, saturating.
  bool is_bounded(const llvm::Value *value);
  llvm::Value *bound_of(llvm::Value *value, LaunchShape &shape);
  // From here on, narrow numbers of local ids count as bounded, too.
  void bound_local_ids() { bounds_local_ids_ = true; }
  // offset_of() if `accepts` the offset, and whether it is exact; else null, and takes note of nothing.
  const llvm::SCEV *offset_if(llvm::Instruction &access,
                              llvm::function_ref<bool(const llvm::SCEV *offset, bool is_exact)> accepts);
  // Requires that the narrow numbers met by offset_of() do not wrap around.
  void require_bounds(LaunchShape &shape);
  // Computes these narrow numbers in 64 bits where the kernel extends them to 64 bits.
  void widen_bounded();

 private:
  // All accesses to memory, by the argument's place in the argument block; nothing: some memory is not an argument's.
  std::optional<std::map<int64_t, Accesses>> of_arguments();
  const llvm::SCEVAddRecExpr *counter_of(const llvm::Value *value);
  llvm::Value *bound_of_counter(const llvm::SCEVAddRecExpr &counter, LaunchShape &shape);
  bool is_bounded(const llvm::Value *value, unsigned depth);
  const llvm::SCEV *extended(llvm::Value *value, bool is_signed, unsigned depth);
  const llvm::SCEV *index_of(llvm::Value *value, unsigned depth);
  template <class Operand> const llvm::SCEV *combined(const llvm::Instruction &operation, Operand operand);
  const llvm::SCEV *address_of(llvm::Value *pointer);
  llvm::Value *widened(llvm::Value *value, llvm::IRBuilder<> &builder) const;

  llvm::Function &group_;
  llvm::Type *offset_type_;
  llvm::DominatorTree dominators_;
  llvm::LoopInfo loops_;
  Evolution evolution_;
  // Truncations, sums and products that must not wrap around, and whether their extensions are signed.
  llvm::SmallMapVector<llvm::Value *, bool, 4> bounded_;
  llvm::SmallMapVector<const llvm::SCEVAddRecExpr *, bool, 4> counters_;  // likewise
  llvm::SmallSetVector<llvm::Value *, 4> not_negative_;                   // operands of differences
  llvm::SmallDenseMap<const llvm::Loop *, const llvm::SCEV *, 4> back_edges_;
  bool bounds_local_ids_ = false;
};

// Bytes that accesses reach, from a place that they have in common; the host computes them.
class ByteRange {
 public:
  ByteRange(const Span &span, LaunchShape &shape)
      : shape_(shape), begin_(shape.builder.getInt64(uint64_t(span.begin()))),
        end_(shape.builder.getInt64(uint64_t(span.end()))) {}

  // Adds all of factor * number, for `least` <= number <= `most`.
  void add(llvm::Value *factor, llvm::Value *least, llvm::Value *most);
  llvm::Value *is_apart_from(const ByteRange &other) const;

 private:
  LaunchShape &shape_;
  llvm::Value *begin_, *end_;
};

}  // namespace wherry::compiler
