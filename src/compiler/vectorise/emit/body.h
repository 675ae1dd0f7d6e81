// A region's item loop with the work-items as the lanes of vectors: the blocks of one round.
#pragma once
#include <set>

#include "compiler/analysis/lane_strides.h"
#include "compiler/vectorise/linearise.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"

namespace wherry::compiler {

class Combination;

// What became of the memory accesses of a loop, and of the rest.
struct VectorCounts {
  unsigned uniform = 0, contiguous = 0, groups = 0, gathers = 0, scatters = 0, by_lane = 0;
  unsigned in_pieces = 0;         // of gathers and scatters: rows where lanes turn out to be neighbours
  std::set<unsigned> slow_lines;  // of the source, with the last three
};

// Whether there are instructions for a row of such elements under a mask; without, a branch for each lane.
inline bool masks_rows(unsigned register_bits, unsigned bits) {
  return register_bits == 512 || (register_bits == 256 && bits >= 32);
}

class VectorBody {
 public:
  // New blocks go to the end of the function; what is needed once per row to `prologue`.
  using LaneVariables = llvm::DenseMap<const llvm::Value *, llvm::AllocaInst *>;
  VectorBody(llvm::Loop &items, llvm::PHINode *x, const VectorFlow &flow, const VectorShapes &shapes, unsigned width,
             unsigned register_bits, llvm::BasicBlock &prologue, LaneVariables &variables);

  // Why the loop cannot be run so; empty where it can.
  static std::string why_not(const llvm::Loop &items, const VectorShapes &shapes);
  // Whether a block is better not entered without a lane.
  static bool wants_guard(const llvm::BasicBlock &block, const Uniformity &uniformity, const VectorFlow &flow);

  // What a round costs, in simple instructions: one item after the other, and all lanes at once.
  struct Cost {
    double one_by_one = 0, together = 0;
  };
  // `far`: whether what the items of a row read or write there is in another line of the cache each round of a loop.
  // Null: nowhere.
  Cost cost(llvm::function_ref<bool(llvm::Value *pointer, const llvm::Loop &loop)> far);

  // Emits everything, to be entered from `entry`, which dominates it; the last block, without a terminator, is back().
  // `x`: the number of the first lane. `mask`: the lanes that there are, one at least; null: all. Where lanes differ
  // that had to agree, before the round has had an effect, it goes to `leave`; without that it goes on with those that
  // agree with the first, and left_out() are the others.
  void emit(llvm::BasicBlock &entry, llvm::Value *x, llvm::Value *mask, llvm::BasicBlock *leave);
  llvm::BasicBlock *front() const { return entry_of(items_.getHeader()); }
  llvm::BasicBlock *back() const { return ends_.lookup(items_.getLoopLatch()); }
  // Where what became of an original block ends.
  llvm::BasicBlock *end_of(llvm::BasicBlock *original) const { return ends_.lookup(original); }
  // After a round, of a value that only the group's first work-item gives; `old` before it.
  llvm::Value *first_lane(llvm::Value *value);
  llvm::Value *left_out();
  void carry(llvm::PHINode *original, llvm::Value *now) { scalars_[original] = now; }
  // When the new blocks are part of the function's graph: values reach their uses.
  void repair();
  const VectorCounts &counts() const { return counts_; }

 private:
  struct EdgeMask {
    llvm::Value *lanes = nullptr;      // null: all
    llvm::Value *condition = nullptr;  // all or none of them; null: all
  };
  llvm::BasicBlock *entry_of(llvm::BasicBlock *block) const { return entries_.lookup(block); }
  llvm::Type *wide(llvm::Type *type) const;
  llvm::Value *scalar(llvm::Value *value);  // of all lanes, or of the first
  llvm::Value *vector(llvm::Value *value);  // one element a lane
  llvm::AllocaInst *slot(llvm::Type *type, const llvm::Twine &name);
  llvm::Value *any(llvm::Value *mask);
  llvm::Value *lanes_of(const EdgeMask &mask);
  bool is_scalar(const llvm::Value *value) const { return shapes_.stride(value).has_value(); }

  void block(llvm::BasicBlock *block);
  void leave(llvm::BasicBlock *block);
  void edge(llvm::BasicBlock *from, llvm::BasicBlock *to);
  EdgeMask edge_mask(llvm::BasicBlock *from, llvm::BasicBlock *to);
  void instruction(llvm::Instruction &instruction);
  void phi(llvm::PHINode &phi);
  llvm::Value *of_first_lane(llvm::Instruction &instruction, bool once);
  llvm::Value *widened(llvm::Instruction &instruction);
  llvm::Value *call(llvm::CallInst &call);
  llvm::Value *pointer_step(llvm::GetElementPtrInst &step, bool of_first);
  llvm::Value *load(llvm::LoadInst &load);
  void store(llvm::StoreInst &store);
  bool has_all_lanes(const llvm::BasicBlock *block) const;
  void where_all_lanes_are(llvm::function_ref<void(bool)> access);
  llvm::Align row_align(llvm::Align align, uint64_t stride) const;
  llvm::Value *load_row(llvm::LoadInst &load, llvm::Value *first, int64_t stride);
  llvm::Value *gather(llvm::LoadInst &load);
  llvm::Value *load_row_or_gather(llvm::LoadInst &load, llvm::Value *first, int64_t stride, llvm::Value *is_row);
  void store_row_or_scatter(llvm::StoreInst &store, llvm::Value *first, int64_t stride, llvm::Value *is_row);
  void store_row(llvm::StoreInst &store, llvm::Value *first, int64_t stride);
  void scatter(llvm::StoreInst &store);
  llvm::Value *load_sparse_row(llvm::LoadInst &load, unsigned step);

  // Accesses to neighbouring members by every lane.
  struct AccessGroup {
    llvm::Value *base;
    llvm::Type *type;
    int64_t offset;  // of the first member
    bool stores;
    llvm::SmallVector<llvm::SmallVector<llvm::Instruction *, 1>> members;
    bool done;
    unsigned seen = 0;
  };
  void find_groups(llvm::BasicBlock &block);
  bool in_group(llvm::Instruction &access);
  bool side_by_side(const AccessGroup &group) const;
  bool makes_a_number(const AccessGroup &group) const;
  void load_group(AccessGroup &group);
  void store_group(AccessGroup &group);
  llvm::Value *mask_of_row(unsigned row, unsigned count);
  llvm::SmallVector<AccessGroup, 0> groups_;
  llvm::DenseMap<llvm::Instruction *, unsigned> group_of_;
  // Of loops over lanes, by type and number: one such loop ends before the next begins.
  llvm::DenseMap<std::pair<llvm::Type *, unsigned>, llvm::AllocaInst *> lane_rows_;

  std::optional<int64_t> row_stride(const llvm::Value *pointer, llvm::Type *type) const;
  llvm::Value *holds(llvm::ArrayRef<VectorShapes::Bounded> checks);
  bool may_count_up(const llvm::Value *value, unsigned depth, bool &in_pieces) const;
  llvm::GetElementPtrInst *row_in_pieces(llvm::Value *pointer, llvm::Type *type) const;
  llvm::Value *counts_up(llvm::GetElementPtrInst &step, llvm::Value *&first);
  void note_slow(const llvm::Instruction &instruction);
  void agree(llvm::Instruction &condition);
  llvm::Value *leave_out(llvm::Value *truths);
  void fill(llvm::MemIntrinsic &fill);
  llvm::Value *lane_by_lane(llvm::Instruction &instruction);

  void sub_group(llvm::CallInst &call);
  llvm::Value *numbers_of(llvm::CallInst &call, llvm::Type *type);
  llvm::Value *bits_of(llvm::CallInst &call, llvm::Value *value);
  llvm::Value *ballot(llvm::Value *truths);
  llvm::Value *permuted(llvm::Value *values, llvm::Value *places);
  llvm::Value *permuted_in_memory(llvm::Value *values, llvm::Value *places);
  llvm::Value *shuffled(llvm::Value *values, llvm::Value *lanes);
  llvm::Value *cluster(Combination &join, llvm::Value *values, llvm::Value *size);
  llvm::Value *one_of(llvm::Value *value);
  llvm::Value *element(llvm::Value *value, llvm::Value *lane);

  llvm::Loop &items_;
  llvm::PHINode *x_;
  const VectorFlow &flow_;
  const VectorShapes &shapes_;
  const unsigned width_, register_bits_;
  llvm::BasicBlock &prologue_;
  llvm::Function &function_;
  llvm::LLVMContext &context_;
  const llvm::DataLayout &layout_;
  llvm::IRBuilder<> builder_;
  LaneVariables &variables_;
  llvm::BasicBlock *leave_ = nullptr;
  llvm::Value *entry_mask_ = nullptr;
  llvm::AllocaInst *agreeing_ = nullptr, *left_out_ = nullptr;  // masks, where lanes that do not agree are left out
  llvm::Value *mask_ = nullptr;                                 // of the block at hand; null: all lanes
  bool predicated_ = false;
  llvm::DenseMap<llvm::BasicBlock *, llvm::BasicBlock *> entries_, ends_;
  llvm::DenseMap<llvm::Value *, llvm::Value *> scalars_, vectors_;
  llvm::MapVector<llvm::BasicBlock *, llvm::AllocaInst *> masks_;
  llvm::MapVector<llvm::PHINode *, llvm::AllocaInst *> phis_;
  llvm::SmallVector<llvm::AllocaInst *> slots_;
  llvm::SetVector<llvm::BasicBlock *> made_;
  VectorCounts counts_;

  llvm::BasicBlock *new_block(const llvm::Twine &name);
};

}  // namespace wherry::compiler
