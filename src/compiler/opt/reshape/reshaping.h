// SPDX-License-Identifier: Apache-2.0
// Ways to give a kernel another ND-range. Each works on a work-group function whose global ids are not lowered yet, and
// that does not see how its work-items are grouped, but for staged_loads(), divided_ids(),
// loops_from_zero() and grouped_ids().
#pragma once
#include <memory>

#include "compiler/opt/reshape/counted_loops.h"
#include "compiler/opt/reshape/launch_shape.h"

namespace wherry::compiler {

class Reshaping {
 public:
  virtual ~Reshaping() = default;
  // Whether there is something to do. Leaves what the function does as it is.
  virtual bool find() = 0;
  // Emits what the host must ask, and the sizes.
  virtual void emit(LaunchShape &shape) = 0;
  virtual void apply() = 0;
  // Behind find(): what stands in its way, for a remark; null: nothing that is worth one.
  struct Hindrance {
    const llvm::Instruction *at = nullptr;
    const char *what = nullptr;
  };
  virtual Hindrance hindrance() const { return {}; }
  // Whether no buffers of the launch may overlap.
  virtual bool needs_apart() const { return false; }
};

// Where one index is divided to compute an address: dimension 0 has the remainder, dimension 1 the quotient.
std::unique_ptr<Reshaping> index_division(llvm::Function &group);

// Neighbouring work-items that take turns in what they do, by the remainder of an id by a small constant, become one:
// switch (get_global_id(0) % 4). What decides is known then, and a work-item's accesses are members of a structure.
std::unique_ptr<Reshaping> coarsened_items(llvm::Function &group);

bool asks_global_size(const llvm::Function &group);
// Which loops loop_dimension() takes.
enum class LoopIterations : uint8_t {
  checked,                // whose iterations it finds not to depend on each other
  checked_along_rows,     // of these, loops whose accesses go along rows of memory
  taken_for_independent,  // all: the caller makes sure by independent_ids() that iterations do not depend on each other
};
// A loop of each work-item whose iterations do not depend on each other: a dimension that the kernel does not use has
// its counter, or the dimension of a loop over the grid or a block, which then leaves `counted_loops`.
std::unique_ptr<Reshaping> loop_dimension(llvm::Function &group, CountedLoops &counted_loops,
                                          LoopIterations iterations = LoopIterations::checked);

// Makes no change; asks that no work-item of dimensions 0 and 1 accesses what another one stores.
std::unique_ptr<Reshaping> independent_ids(llvm::Function &group);

// Makes no change: a second function for launches whose buffers lie apart, where a loop stores to one place again and
// again, as in out[i] += a[k] * b[k], which then need not stay in memory (opt/promote_accumulators); or where loads of
// a work-item's neighbouring members take turns with stores, which then are one access (vectorise/emit/members).
std::unique_ptr<Reshaping> apart_buffers(llvm::Function &group);

// Loads of a private array that a work-item has filled in order from an argument's memory go to that memory, for
// launches whose buffers lie apart.
std::unique_ptr<Reshaping> private_copies(llvm::Function &group);

// Loads of local arrays through which the work-items of a group hand on what they have loaded from arguments' memory go
// to that memory, and barriers go, for launches whose work-groups fill these arrays and whose buffers lie apart. The
// function may then no longer see how work-items are grouped.
std::unique_ptr<Reshaping> staged_loads(llvm::Function &group);

// Before staged_loads(): work-groups of one dimension whose local ids are divided by a constant, as l / 16 and l % 16,
// get two, with the remainder and the quotient as local ids. If a launch value divides the group ids, so do these.
std::unique_ptr<Reshaping> divided_ids(llvm::Function &group);

// Before staged_loads(): loops that count from a number of the work-group, as a row's first element, count from 0.
std::unique_ptr<Reshaping> loops_from_zero(llvm::Function &group);

// Behind staged_loads(): group ids that are multiplied by a constant, in place of the local size, become global ids,
// for launches of that local size. `turned`: work-items of square work-groups change places before, as one that stores
// where the next group's rows and its own column meet would else not be told by global ids.
std::unique_ptr<Reshaping> grouped_ids(llvm::Function &group, bool turned);

}  // namespace wherry::compiler
