// The state of regions.cpp's rewriting, shared by the files that do its steps:
//   region_operations.cpp  where to cut, and what is computed once before the first region
//   region_values.cpp      what is kept from one region to the next, and where
//   regions.cpp            each region as a loop over the work-items
#pragma once
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

namespace wherry::compiler {

enum class ItemOrder { first_to_last, by_the_group };  // the latter by GroupContext::last_first

// Kept as one object while a function is rewritten. The order of the steps is run()'s.
class RegionFormer {
 public:
  RegionFormer(KernelFacts &frame, ItemOrder order)
      : facts_(frame), group_(*frame.group), known_size_(frame.local_size), lane_dimension_(frame.lane_dimension),
        sub_group_size_(frame.sub_group_size), sub_groups_(frame.sub_groups),
        order_(frame.sub_groups ? ItemOrder::first_to_last : order), context_(group_.getContext()),
        layout_(group_.getDataLayout()), group_context_(group_.getArg(1)), i64_(llvm::Type::getInt64Ty(context_)),
        i32_(llvm::Type::getInt32Ty(context_)), ptr_(llvm::PointerType::get(context_, 0)) {}

  llvm::Error run();

 private:
  struct Slot {
    llvm::AllocaInst *variable;                     // in the entry block; loads and stores only
    llvm::SmallPtrSet<llvm::BasicBlock *, 8> live;  // operation blocks over which it must be kept
    llvm::AllocaInst *group = nullptr;              // where a value that all work-items share is kept between regions
    uint64_t offset = 0;                            // in the work-item context, of the others
  };
  struct Region {
    llvm::BasicBlock *entry;
    llvm::SmallVector<llvm::BasicBlock *> blocks;
    llvm::SmallVector<llvm::BasicBlock *> exits;  // operation blocks, and null for the kernel's end
    llvm::BasicBlock *begin = nullptr;            // in the result
    bool loop = true;
  };
  struct Ids {
    llvm::Value *local[3];
    llvm::Value *linear;
  };

  void split_prologue();
  bool may_part(const Uniformity &uniformity) const;
  void split_operations();
  void split_at(llvm::CallInst *call);
  void give_row(llvm::CallInst &call);
  void bound_growth();
  void lower_uniform_ids();
  void hoist_uniform(const Uniformity &uniformity);
  void stash_operands(const Uniformity &uniformity);
  void keep_crossing_values(const Uniformity &uniformity);
  bool recompute(llvm::Instruction &value);
  void share_variables(const Uniformity &uniformity);
  void place_variables();
  Region find_region(llvm::BasicBlock *entry) const;
  bool runs_once(const Region &region, const Uniformity &uniformity) const;
  // How a region's work-items are gone through: row by row, or in one, where rows would cut sub-groups.
  enum class Shape { rows, one_row };
  void build(Region &region, unsigned index);
  void build_shapes(Region &region, unsigned index, bool checked);
  void build(Region &region, unsigned index, bool checked, Shape shape);
  llvm::Value *rows_hold_sub_groups(llvm::IRBuilderBase &builder);
  void be_alone();
  void lower_item_ids(llvm::BasicBlock &block, const Ids &ids);
  void lower_collective(unsigned index);
  void mark_parallel(llvm::ArrayRef<llvm::BasicBlock *> blocks, llvm::Instruction *latch);

  llvm::LoadInst *field(llvm::Value *base, llvm::Type *type, uint64_t offset, const llvm::Twine &name);
  llvm::Value *launch();
  llvm::Value *local_size(unsigned dim);
  llvm::Value *items();
  llvm::Value *space_of(llvm::CallInst &call);
  llvm::Value *id_field(Intrinsic id, llvm::Value *dim, llvm::Instruction *before);
  llvm::Value *slot_address(llvm::IRBuilderBase &builder, uint64_t offset, uint64_t size, llvm::Value *linear);
  uint64_t new_slot(uint64_t size, llvm::Align align);

  KernelFacts &facts_;
  llvm::Function &group_;
  const std::array<uint64_t, 3> known_size_;
  const unsigned lane_dimension_;
  const unsigned sub_group_size_;
  const bool sub_groups_;  // what the kernel does depends on them: their lanes go together, in order
  const ItemOrder order_;
  llvm::LLVMContext &context_;
  const llvm::DataLayout &layout_;
  llvm::Argument *group_context_;
  llvm::Type *i64_, *i32_, *ptr_;

  llvm::BasicBlock *entry_ = nullptr, *body_ = nullptr;
  llvm::SmallVector<GroupOperation> operations_;
  llvm::DenseMap<llvm::BasicBlock *, unsigned> operation_at_;
  llvm::DenseMap<std::pair<llvm::Value *, uint64_t>, llvm::LoadInst *> fields_;
  llvm::Value *items_ = nullptr, *padded_items_ = nullptr, *stack_begin_ = nullptr;
  llvm::SmallPtrSet<const llvm::AllocaInst *, 16> stashes_;  // operands of work-group operations
  // The same where work-items may part: each keeps its own.
  llvm::SmallVector<std::pair<llvm::Use *, llvm::AllocaInst *>> own_operands_;
  llvm::MapVector<llvm::AllocaInst *, Slot> slots_;               // values that cross regions
  SharedVariables shared_;                                        // variables that hold the same for all work-items
  llvm::MapVector<llvm::AllocaInst *, uint64_t> item_variables_;  // one for each work-item, addressed; their offset
  llvm::SmallPtrSet<const llvm::AllocaInst *, 8> rows_;           // those of work-group functions
  llvm::SmallVector<llvm::AllocaInst *> promotable_;
  llvm::SmallVector<Region> regions_;
  llvm::AllocaInst *next_ = nullptr;
  llvm::BasicBlock *end_ = nullptr;
  // Where work-items may part before an operation, each keeps the one it has come to, and operations
  // run in the order of their numbers for those that have: dispatch_ goes on with the lowest.
  bool may_part_ = false;
  uint64_t at_offset_ = 0;  // of that number, in the work-item context
  llvm::BasicBlock *dispatch_ = nullptr;
  llvm::Function *first_ = nullptr;
  uint64_t cloned_ = 0;
};

}  // namespace wherry::compiler
