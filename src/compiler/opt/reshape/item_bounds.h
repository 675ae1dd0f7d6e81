// SPDX-License-Identifier: Apache-2.0
// How far sums of local ids' multiples and counters reach, and what that asks of local sizes.
#pragma once
#include <array>
#include <map>

#include "compiler/opt/reshape/address_expressions.h"

namespace wherry::compiler {

// A number, and for each dimension a multiple of its local size minus 1.
struct ItemBound {
  uint64_t number = 0;
  std::array<uint64_t, 3> sizes = {};

  static ItemBound of_size(unsigned dimension) {
    ItemBound made;
    made.sizes[dimension] = 1;
    return made;
  }
  bool is_number() const { return sizes == std::array<uint64_t, 3>{}; }
};

// The terms of a sum, each with a constant factor; a number is 1 with that factor.
using Terms = llvm::SmallVector<std::pair<const llvm::SCEV *, int64_t>>;

class ItemBounds {
 public:
  explicit ItemBounds(AddressExpressions &addresses) : addresses_(addresses) {}

  void add_terms(const llvm::SCEV *value, int64_t factor, Terms &terms);
  // The most that a number can be at a place. Nothing: unknown, or the number may be negative.
  std::optional<ItemBound> most_of(const llvm::SCEV *number, const llvm::Instruction &place);
  // Whether a number goes from 0 to below an end, one by one, in a loop whose body has the place.
  bool counts_to(const llvm::SCEV &number, const llvm::SCEV &end, const llvm::Instruction &place);
  // The most that a number can be as a number, as far as local sizes are known by then.
  std::optional<uint64_t> known(const ItemBound &most) const;

  // Take note of what the host must ask. False: it is not so.
  bool require_below(const ItemBound &most, uint64_t end);
  bool require_below_size(const ItemBound &most, unsigned dimension);
  std::optional<uint64_t> size_of(unsigned dimension) const { return sizes_[dimension]; }
  bool require_size(unsigned dimension, uint64_t size);
  void emit(LaunchShape &shape) const;

 private:
  std::optional<ItemBound> most_of_counter(const llvm::SCEVAddRecExpr &counter, const llvm::Instruction &place);
  llvm::ScalarEvolution &scev() { return addresses_.scev(); }

  AddressExpressions &addresses_;
  // What must be below an end, or below the local size of a dimension: the largest number for the same multiples of
  // local sizes.
  std::map<std::tuple<std::optional<unsigned>, uint64_t, std::array<uint64_t, 3>>, uint64_t> bounds_;
  std::array<std::optional<uint64_t>, 3> sizes_;
};

}  // namespace wherry::compiler
