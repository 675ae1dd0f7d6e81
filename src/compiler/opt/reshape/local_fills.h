// SPDX-License-Identifier: Apache-2.0
// How work-items of a group fill a local array from an argument's memory.
#pragma once
#include <array>

#include "compiler/analysis/argument_origin.h"
#include "compiler/opt/reshape/address_expressions.h"
#include "llvm/ADT/SmallSet.h"

namespace wherry::compiler {

// A local id, or the counter of a loop that starts at local ids: by these a work-item tells where in the array it
// stores.
struct Coordinate {
  llvm::Instruction *leaf;                 // a call or phi
  int64_t factor;                          // bytes from one number to the next
  std::optional<unsigned> dimension = {};  // whose local id it is
  uint64_t end = 0;                        // of a counter's numbers, which begin with 0
  const llvm::SCEV *end_value = nullptr;   // the same, if the host knows it
};

// Local ids of a dimension, from one to below an end; nothing: to the local size.
struct IdRange {
  uint64_t begin = 0;
  std::optional<uint64_t> end = {};
  bool is_one() const { return end == begin + 1; }
};

// Work-items, each or some, store what they have loaded from an argument's memory. Those that store to one element
// store the same: it hangs on the coordinates and on what is the same for the group.
struct Fill {
  llvm::StoreInst *store = nullptr;
  llvm::LoadInst *source = nullptr;
  llvm::Instruction *at = nullptr;    // the store, or the branch in front of it, to which all work-items come
  const llvm::Loop *loop = nullptr;   // the outermost one behind `at`
  std::array<IdRange, 3> of_items{};  // work-items with other local ids pass by
  // Further conditions, and whether they hold where a work-item stores.
  llvm::SmallVector<std::pair<llvm::Value *, bool>, 2> conditions = {};
  bool conditions_from_ids = false;  // whether they hang on coordinates and on what is the same for the group
  llvm::SmallVector<Coordinate, 3> coordinates = {};  // the largest factor first
  int64_t first = 0;                                  // bytes to the element whose coordinates are 0
  std::array<bool, 3> of_dimension{};  // whether the local id of a dimension is a coordinate, or the same for all
  std::array<bool, 3> used{};          // likewise, or a counter starts at it

  // Whether a phi is a counter to an end that only the host knows, and finds small.
  bool counts_to_value(const llvm::PHINode &phi) const {
    return any_of(coordinates, [&](const Coordinate &each) { return each.leaf == &phi && each.end_value; });
  }
};

// A number times the local sizes of dimensions.
struct SizeProduct {
  uint64_t number = 1;
  llvm::SmallVector<unsigned, 3> dimensions = {};
};

using IsSmall = llvm::function_ref<bool(const llvm::Loop &, const llvm::PHINode &)>;
// A number that work-items with some local ids compute, without extensions of narrow numbers that do not wrap around.
// `is_small`: whether a loop's counter, whose end is no constant, does not.
const llvm::SCEV *without_extensions(const llvm::SCEV *number, llvm::ScalarEvolution &evolution,
                                     const std::array<IdRange, 3> &ids = {}, IsSmall is_small = nullptr);

// Whether a value is the global id of a work-group's first work-item.
bool is_first_of_group(const llvm::Value &value);

class LocalFills {
 public:
  // `stored`: arguments that the kernel stores to, by their slots.
  LocalFills(const ArgumentOrigins &origins, AddressExpressions &addresses, const llvm::SmallSet<unsigned, 4> &stored,
             const llvm::SmallVectorImpl<llvm::CallInst *> &barriers)
      : origins_(origins), addresses_(addresses), stored_(stored), barriers_(barriers) {}

  // Nothing: the store is none of a fill.
  std::optional<Fill> fill_of(llvm::StoreInst &store);
  // Whether a value that one work-item computes can be computed by another one behind the fill: from the ids that are
  // coordinates, and from what is the same for the work-group.
  bool is_from_ids(llvm::Value *value, const Fill &fill);
  // The distance of an access to local memory from its array, in bytes.
  const llvm::SCEV *offset_of(llvm::Instruction &access);
  // Requires that work-groups leave no element out.
  void require_whole(LaunchShape &shape);

 private:
  const llvm::SCEV *add_counters(const llvm::SCEV *offset, Fill &fill);
  std::optional<Coordinate> counter_of(llvm::PHINode &phi, const llvm::SCEVAddRecExpr &steps, Fill &fill);
  const llvm::SCEV *end_value_of(const llvm::Loop &loop, const llvm::PHINode &phi);
  bool leaves_no_gaps(llvm::PHINode &phi, const llvm::SCEV *step, Fill &fill);
  std::optional<std::pair<SizeProduct, std::optional<unsigned>>> product_of(const llvm::SCEV *value);
  bool add_local_ids(const llvm::SCEV *offset, int64_t factor, Fill &fill);
  void add_guards(Fill &fill);
  bool add_items(Fill &fill);
  void add_condition(llvm::Value *condition, bool holds, Fill &fill);
  bool is_from_ids(llvm::Value *value, const Fill &fill, unsigned depth);
  bool is_same_for_group(llvm::PHINode &phi, const llvm::BasicBlock &place);
  llvm::ScalarEvolution &scev() { return addresses_.scev(); }

  const ArgumentOrigins &origins_;
  AddressExpressions &addresses_;
  const llvm::SmallSet<unsigned, 4> &stored_;
  const llvm::SmallVectorImpl<llvm::CallInst *> &barriers_;
  std::array<bool, 3> used_{};                                         // dimensions whose local ids tell elements apart
  std::array<uint64_t, 3> most_begin_{};                               // a local id that is needed
  std::array<uint64_t, 3> most_end_{};                                 // what the local size is no less than
  llvm::SmallVector<std::pair<const llvm::SCEV *, bool>, 2> ends_;     // of counters, and whether they are signed
  llvm::SmallVector<std::pair<SizeProduct, SizeProduct>, 4> no_less_;  // products, and what each is no less than
};

}  // namespace wherry::compiler
