// SPDX-License-Identifier: Apache-2.0
// The state of the rewriting from a work-item function to regions, shared by the files that do its steps:
//   operations.cpp      where to cut, and what is computed once before the first region
//   values.cpp          what is kept from one region to the next, and where
//   region_builder.cpp  a region's blocks in the loops over the work-items
//   regions.cpp         the order of the steps, and the control flow from region to region
#pragma once
#include <map>

#include "compiler/analysis/item_memory.h"
#include "compiler/analysis/uniformity.h"
#include "compiler/ir/intrinsics.h"
#include "compiler/lower/kernel_entry.h"
#include "compiler/lower/regions/regions.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Support/Error.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

namespace wherry::compiler {

// In which order an item loop runs the work-items: by ascending ids, or as GroupContext::last_first says at run time.
enum class ItemOrder { ascending, run_time };

// Kept as one object while a function is rewritten. The order of the steps is run()'s.
class RegionFormer {
 public:
  RegionFormer(KernelFacts &facts, ItemOrder order)
      : facts_(facts), group_(*facts.group), known_size_(facts.local_size), lane_dimension_(facts.lane_dimension),
        sub_group_size_(facts.sub_group_size), sub_groups_(facts.sub_groups), waits_(facts.waits),
        order_(facts.sub_groups ? ItemOrder::ascending : order), context_(group_.getContext()),
        layout_(group_.getDataLayout()), group_context_(group_.getArg(1)), i64_(llvm::Type::getInt64Ty(context_)),
        i32_(llvm::Type::getInt32Ty(context_)), ptr_(llvm::PointerType::getUnqual(context_)) {}

  llvm::Error run();

 private:
  // Where a value that crosses regions is kept.
  struct SpillSlot {
    llvm::AllocaInst *variable;                     // in the entry block; loads and stores only
    llvm::SmallPtrSet<llvm::BasicBlock *, 8> live;  // operation blocks over which the value must be kept
    llvm::AllocaInst *group = nullptr;              // keeps a uniform value, once for the work-group; else null
    uint64_t offset = 0;                            // the spill buffer's, in the work-item context, if `group` is null
  };
  struct Region {
    llvm::BasicBlock *entry;
    llvm::SmallVector<llvm::BasicBlock *> blocks;
    llvm::SmallVector<llvm::BasicBlock *> exits;  // operation blocks, and null for the kernel's end
    llvm::BasicBlock *begin = nullptr;            // in the result
    bool loop = true;                             // false: one run has the effect of all work-items
  };
  // How a region's work-items are enumerated: by a loop for each dimension, or by one loop over local linear ids, where
  // an item loop over one dimension would cut sub-groups.
  enum class ItemNest { by_dimension, flattened };
  class RegionBuilder;

  // operations.cpp
  void split_prologue();
  void split_operations();
  void split_at(llvm::CallInst *call);
  void isolate_collective_operand(llvm::CallInst &call);
  void bound_growth();
  bool waits_before(llvm::BasicBlock &block) const;
  bool has_divergent_barriers(const Uniformity &uniformity) const;
  void lower_uniform_ids();
  void hoist_uniform(const Uniformity &uniformity);
  llvm::LoadInst *field(llvm::Value *base, llvm::Type *type, uint64_t offset, const llvm::Twine &name);
  llvm::Value *launch();
  llvm::Value *local_size(unsigned dim);
  llvm::Value *items();
  llvm::Value *space_of(llvm::CallInst &call);
  llvm::Value *id_field(Intrinsic id, llvm::Value *dim, llvm::Instruction *before);

  // values.cpp
  void spill_operands(const Uniformity &uniformity);
  void keep_crossing_values(const Uniformity &uniformity);
  void keep(llvm::Instruction &value, llvm::SmallPtrSet<llvm::BasicBlock *, 8> live, bool result, bool uniform);
  bool recompute(llvm::Instruction &value, llvm::function_ref<bool(const llvm::Instruction &)> is_kept);
  bool share_variables(const Uniformity &uniformity);
  void drop_shared_lifetimes();
  void place_variables();
  uint64_t reserve_context(uint64_t size, llvm::Align align);
  llvm::Value *context_address(llvm::IRBuilderBase &builder, uint64_t offset, uint64_t size, llvm::Value *item);
  llvm::Value *next_operations(llvm::IRBuilderBase &builder);
  void keep_for_group(llvm::AllocaInst &variable);

  // debugger.cpp
  bool is_debugged() const;
  void make_work_item_variable();
  void store_work_item(llvm::IRBuilderBase &builder, llvm::Value *const (&local_ids)[3], llvm::Value *number) const;
  void declare_work_item();

  // region_builder.cpp
  void build(Region &region, unsigned index);
  void build_nests(Region &region, unsigned index, bool checked);
  llvm::Value *item_loops_hold_sub_groups(llvm::IRBuilderBase &builder);
  bool waits(const Region &region) const;

  // regions.cpp
  Region find_region(llvm::BasicBlock *entry) const;
  bool runs_once(const Region &region, const Uniformity &uniformity) const;
  bool is_kept_once(const llvm::Value *address) const;
  void lower_sub_groups_of_one();
  void declare_first();
  Uniformity find_regions();
  void make_dispatch();
  llvm::Error build_regions(const Uniformity &uniformity);
  void lower_operations();
  void lower_collective(unsigned index);
  void promote_variables();

  KernelFacts &facts_;
  llvm::Function &group_;
  const std::array<uint64_t, 3> known_size_;  // 0 0 0: not known
  const unsigned lane_dimension_;
  const unsigned sub_group_size_;
  const bool sub_groups_;  // results depend on sub-groups: the work-items of each are consecutive lanes
  const bool waits_;       // sub-groups may wait for each other: values of the work-group are kept in memory
  const ItemOrder order_;
  llvm::LLVMContext &context_;
  const llvm::DataLayout &layout_;
  llvm::Argument *group_context_;
  llvm::Type *i64_, *i32_, *ptr_;

  llvm::BasicBlock *entry_ = nullptr, *body_ = nullptr;
  llvm::SmallVector<GroupOperation> operations_;
  llvm::DenseMap<llvm::BasicBlock *, unsigned> operation_at_;  // operations_'s index
  llvm::DenseMap<std::pair<llvm::Value *, uint64_t>, llvm::LoadInst *> fields_;
  struct Recomputed {
    llvm::Instruction *before = nullptr;  // the block's first instruction behind phis and variables' beginnings
    llvm::ValueToValueMapTy copies;
  };
  std::map<llvm::BasicBlock *, Recomputed> recomputed_;  // values that a block computes again
  llvm::Value *items_ = nullptr, *padded_items_ = nullptr, *stack_begin_ = nullptr;
  llvm::SmallPtrSet<const llvm::AllocaInst *, 16> operand_slots_;  // hold operands of work-group operations
  // The same where barriers diverge or sub-groups wait: each work-item keeps its own operands.
  llvm::SmallVector<std::pair<llvm::Use *, llvm::AllocaInst *>> item_operands_;
  llvm::MapVector<llvm::AllocaInst *, SpillSlot> slots_;          // slots of values that cross regions
  SharedVariables shared_;                                        // variables that hold the same for all work-items
  llvm::MapVector<llvm::AllocaInst *, uint64_t> item_variables_;  // one for each work-item, addressed; their offset
  llvm::SmallPtrSet<const llvm::AllocaInst *, 8> collective_operands_;  // first operands of work-group functions
  llvm::SmallVector<llvm::AllocaInst *> promotable_;
  llvm::SmallVector<llvm::AllocaInst *> common_;  // if sub-groups wait: the work-group's values, in memory
  llvm::SmallVector<Region> regions_;
  llvm::AllocaInst *next_ = nullptr;  // index + 1 of the operation that a region with several exits has come to
  llvm::BasicBlock *end_ = nullptr;
  // Where work-items may diverge before an operation, or sub-groups wait for each other, each work-item keeps the
  // index + 1 of its next operation in the work-item context, at next_operation_offset_. If they diverge, `dispatch_`
  // runs the lowest of these operations, for the work-items that have come to it.
  bool divergent_barriers_ = false;
  uint64_t next_operation_offset_ = 0;
  llvm::BasicBlock *dispatch_ = nullptr;
  llvm::Function *first_ = nullptr;
  // The variable that tells debuggers about the running work-item; null: the kernel is not debugged.
  llvm::AllocaInst *work_item_ = nullptr;
  llvm::Value *first_global_id_[3] = {};
  uint64_t cloned_ = 0;  // instructions
};

}  // namespace wherry::compiler
