// SPDX-License-Identifier: Apache-2.0
// One iteration of an item loop with work-items as the lanes of vectors.
#pragma once
#include <set>

#include "compiler/analysis/lane_strides.h"
#include "compiler/ir/evaluate.h"
#include "compiler/vectorise/inner_loops.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"

namespace wherry::compiler {

class Combination;

// How a loop's memory accesses, and its instructions without a vector form, were emitted.
struct VectorCounts {
  unsigned uniform = 0, contiguous = 0, groups = 0, gathers = 0, scatters = 0, by_lane = 0;
  unsigned images = 0;            // calls of image functions
  unsigned updates = 0;           // atomic operations of all lanes as one
  unsigned tables = 0;            // loads out of tables in registers
  unsigned checked = 0;           // gathers and scatters with a run-time contiguity check
  std::set<unsigned> slow_lines;  // source lines of gathers, scatters, and instructions that run lane by lane
};

// Whether the CPU has masked contiguous accesses to elements of `bits` bits. Without these, each lane takes a branch.
inline bool has_masked_access(unsigned register_bits, unsigned bits) {
  return register_bits == 512 || (register_bits == 256 && bits >= 32);
}

struct ImageCall;

class VectorBody {
 public:
  // New blocks go to the end of the function; values computed once for all vectors go to `prologue`.
  using LaneVariables = llvm::DenseMap<const llvm::Value *, llvm::AllocaInst *>;
  VectorBody(llvm::Loop &items, llvm::PHINode *index, const Linearisation &flow, const LaneStrides &strides,
             unsigned width, unsigned register_bits, llvm::BasicBlock &prologue, LaneVariables &variables);

  // Whether an access of a type has a run-time contiguity check.
  bool has_run_time_check(llvm::Value *pointer, llvm::Type *type) const {
    llvm::APInt offset;
    return run_time_contiguous(pointer, type, offset);
  }
  // Whether an address is an element of a table, the same for all lanes, by an index of few bits.
  bool has_table_index(const llvm::Value &pointer) const { return table_address(&pointer).has_value(); }
  // Why an item loop cannot be vectorised; empty: it can.
  static std::string why_not(const llvm::Loop &items, const LaneStrides &strides);
  // Linearisation::GuardPolicy: whether to skip a block while no lane wants to enter it.
  static bool wants_guard(const llvm::BasicBlock &block, const Uniformity &uniformity, const Linearisation &flow);

  // Costs of a vector's work-items, in simple instructions (cost.h): one by one, one by one with inner loops vectorised
  // by LLVM, and as lanes.
  struct Cost {
    double one_by_one = 0, by_inner_loops = 0, together = 0, gathers = 0;  // `gathers`: of `together`
    bool leaves_by_data = false;  // whether data decide after how many iterations each lane leaves a loop
  };
  // `far`: whether an access reaches another cache line in each iteration of a loop (far_accesses()); null: none does.
  using FarAccess = llvm::function_ref<bool(llvm::Value *pointer, const llvm::Loop &loop)>;
  Cost cost(FarAccess far, const InnerLoops &inner);

  // Emits all blocks, to be entered from `entry`, which dominates them; the last one, without a terminator, is back().
  // `first`: the first lane's index. `mask`: the active lanes, one at least; null: all. If lanes disagree on a
  // speculatively uniform branch, before the iteration has had an effect, control goes to `leave`; with a null `leave`
  // the lanes that disagree with the first active one are peeled.
  void emit(llvm::BasicBlock &entry, llvm::Value *first, llvm::Value *mask, llvm::BasicBlock *leave);
  // To be called before emit() with a mask: nearly all vectors are full. Masks are left out where inactive lanes may
  // run.
  void expect_full_vectors() { mostly_full_ = true; }
  llvm::BasicBlock *front() const { return entry_of(items_.getHeader()); }
  llvm::BasicBlock *back() const { return ends_.lookup(items_.getLoopLatch()); }
  // The last block made for an original one.
  llvm::BasicBlock *end_of(llvm::BasicBlock *original) const { return ends_.lookup(original); }
  // At the end of back(): a value's first lane; the mask of the peeled lanes.
  llvm::Value *first_lane(llvm::Value *value);
  llvm::Value *peeled();
  // The value of a phi of the item loop's header.
  void carry(llvm::PHINode *original, llvm::Value *now) { scalars_[original] = now; }
  // Makes definitions of a function's bodies dominate their uses. Once the new blocks are connected.
  static void repair(llvm::Function &function, llvm::ArrayRef<VectorBody *> bodies);
  const VectorCounts &counts() const { return counts_; }

 private:
  struct EdgeMask {
    llvm::Value *lanes = nullptr;      // null: all
    llvm::Value *condition = nullptr;  // uniform: all of them, or none; null: all
  };
  llvm::BasicBlock *entry_of(llvm::BasicBlock *block) const { return entries_.lookup(block); }
  llvm::Type *wide(llvm::Type *type) const;
  llvm::Value *scalar(llvm::Value *value);  // the uniform value, or the first lane's
  llvm::Value *vector(llvm::Value *value);  // one element a lane
  llvm::AllocaInst *slot(llvm::Type *type, const llvm::Twine &name);
  llvm::Value *any(llvm::Value *mask);
  llvm::Value *lanes_of(const EdgeMask &mask);
  bool is_scalar(const llvm::Value *value) const { return strides_.stride(value).has_value(); }

  void block(llvm::BasicBlock *block);
  void leave(llvm::BasicBlock *block);
  void edge(llvm::BasicBlock *from, llvm::BasicBlock *to, const EdgeMask &mask);
  bool is_kept_while_active(const llvm::PHINode &phi) const;
  void keep_while_active(llvm::BasicBlock *from);
  void leave_together(llvm::BasicBlock *block);
  bool may_run_inactive_lanes(llvm::BasicBlock *block);
  EdgeMask edge_mask(llvm::BasicBlock *from, llvm::BasicBlock *to);
  std::pair<llvm::Value *, llvm::Value *> uniform_and_divergent(llvm::ArrayRef<llvm::Value *> parts, bool any);
  void instruction(llvm::Instruction &instruction);
  void phi(llvm::PHINode &phi);
  bool has_first_lane(const llvm::PHINode &phi) const;
  llvm::Value *of_first_lane(llvm::Instruction &instruction, bool once);
  bool runs_always(llvm::BasicBlock *block);
  bool goes_on_from_first_item(const llvm::Instruction &instruction);
  llvm::Value *item_behind_first(llvm::Instruction &instruction);
  llvm::Value *widened(llvm::Instruction &instruction);
  llvm::Value *call(llvm::CallInst &call);
  bool takes_row(const ImageCall &image, const llvm::CallInst &call) const;
  llvm::Value *image_call(const ImageCall &image, llvm::CallInst &call);
  llvm::Value *pointer_step(llvm::GetElementPtrInst &step, bool of_first);
  llvm::Value *load(llvm::LoadInst &load);
  void store(llvm::StoreInst &store);
  void store_last(llvm::StoreInst &store);
  bool mostly_has_all_lanes(const llvm::BasicBlock *block) const;
  bool has_near_steps(const llvm::BasicBlock *block) const;
  bool drops_mask(const llvm::LoadInst &load) const;
  void with_and_without_mask(llvm::function_ref<void(bool)> access);
  llvm::Align contiguous_align(llvm::Align align, uint64_t stride) const;
  llvm::Value *load_contiguous(llvm::LoadInst &load, llvm::Value *first, int64_t stride);
  // The address base + index * scale + offset, in bytes; the index is not negative, and has at most `bits` bits.
  struct TableAddress {
    llvm::Value *base, *index;
    uint64_t scale;
    int64_t offset;
    unsigned bits;
  };
  std::optional<TableAddress> table_address(const llvm::Value *pointer) const;
  llvm::Value *start_of(const TableAddress &table);
  std::optional<TableAddress> register_table(const llvm::LoadInst &load) const;
  llvm::Value *of_register_table(llvm::LoadInst &load, const TableAddress &table);
  std::optional<TableAddress> byte_table(const llvm::LoadInst &load) const;
  llvm::Value *of_byte_table(llvm::LoadInst &load, const TableAddress &table);
  llvm::Value *by_registers(llvm::Value *places, unsigned count,
                            llvm::function_ref<llvm::Value *(llvm::Value *)> permute);
  llvm::Value *in_page(llvm::Value *address, uint64_t bytes);
  bool gathers_words(const llvm::LoadInst &load) const;
  llvm::Value *narrow_index(const llvm::Value *pointer, llvm::Value *&base, llvm::APInt &offset) const;
  llvm::Value *gather_words(llvm::LoadInst &load);
  llvm::Value *gather_by_index(llvm::LoadInst &load, const TableAddress &table);
  llvm::Value *nowhere(llvm::Type *pointer);
  bool rises(const llvm::Value *value, unsigned depth) const;
  bool rises_slowly(const llvm::Value *value, unsigned depth) const;
  llvm::GetElementPtrInst *step_of_elements(const llvm::LoadInst &load, llvm::APInt &offset) const;
  llvm::GetElementPtrInst *window_step(const llvm::LoadInst &load, llvm::APInt &offset) const;
  llvm::Value *out_of_window(llvm::Value *window, llvm::Value *places);
  llvm::Value *load_window_or_gather(llvm::LoadInst &load, llvm::GetElementPtrInst &step, const llvm::APInt &offset);
  int64_t overlapping_stride(const llvm::LoadInst &load) const;
  llvm::Value *load_overlapping(llvm::LoadInst &load, int64_t stride);
  bool stays_near(const llvm::Value *value, unsigned depth, bool &differs) const;
  llvm::GetElementPtrInst *near_step(const llvm::LoadInst &load, llvm::APInt &offset) const;
  llvm::Value *load_near_or_gather(llvm::LoadInst &load, llvm::GetElementPtrInst &step, const llvm::APInt &offset);
  llvm::Value *gather(llvm::LoadInst &load);
  llvm::Value *gather_lanes(llvm::LoadInst &load);
  llvm::Value *load_contiguous_or_gather(llvm::LoadInst &load, llvm::Value *first, int64_t stride,
                                         llvm::Value *contiguous);
  llvm::Value *load_either(llvm::Value *condition, const llvm::Twine &name,
                           llvm::function_ref<llvm::Value *()> together, llvm::function_ref<llvm::Value *()> by_lane);
  void store_contiguous_or_scatter(llvm::StoreInst &store, llvm::Value *first, int64_t stride, llvm::Value *contiguous);
  void store_contiguous(llvm::StoreInst &store, llvm::Value *first, int64_t stride);
  void scatter(llvm::StoreInst &store);
  unsigned step_of_strided(const llvm::LoadInst &load) const;
  llvm::Value *load_strided(llvm::LoadInst &load, unsigned step);
  unsigned step_of_strided(const llvm::StoreInst &store) const;
  void store_strided(llvm::StoreInst &store, unsigned step);

  // Accesses of each lane to neighbouring members of a structure.
  struct AccessGroup {
    llvm::Value *base;
    llvm::Type *type;
    int64_t offset;  // of the first member
    bool stores;     // or loads
    llvm::SmallVector<llvm::SmallVector<llvm::Instruction *, 1>> members;
    bool done;          // emitted
    unsigned seen = 0;  // stores of the group visited so far
  };
  void find_groups(llvm::BasicBlock &block);
  bool in_group(llvm::Instruction &access);
  bool is_contiguous(const AccessGroup &group) const;
  unsigned step_of_spaced(const AccessGroup &group) const;
  bool is_one_element(const AccessGroup &group) const;
  bool is_pixel(const AccessGroup &group) const;
  void load_group(AccessGroup &group);
  void give_member(const AccessGroup &group, unsigned k, llvm::Value *member);
  void give_shifted(const AccessGroup &group, llvm::Value *all);
  void load_contiguous_group(AccessGroup &group, llvm::Value *from);
  llvm::Value *contiguous_at_run_time(const AccessGroup &group, llvm::Value *&first, unsigned &step);
  llvm::Value *contiguous_at_run_time(const AccessGroup &group, uint64_t bytes, llvm::Value *&first);
  void load_contiguous_group_or_lanes(AccessGroup &group, llvm::Value *first, unsigned step, llvm::Value *contiguous);
  void load_group_by_lanes(AccessGroup &group);
  void give_parts(const AccessGroup &group, llvm::ArrayRef<llvm::Value *> parts);
  void load_spaced_group(AccessGroup &group, llvm::Value *first, unsigned step);
  void gather_members(AccessGroup &group);
  void gather_element(AccessGroup &group);
  void load_lane_by_lane(AccessGroup &group);
  llvm::SmallVector<llvm::Value *> addresses_of_lanes(const AccessGroup &group);
  void store_group(AccessGroup &group);
  void scatter_parts(const AccessGroup &group, llvm::SmallVector<llvm::Value *> parts);
  void store_parts(const AccessGroup &group, llvm::ArrayRef<llvm::Value *> parts, llvm::Value *first);
  llvm::Value *mask_of_part(unsigned part, unsigned count, unsigned step);
  llvm::SmallVector<AccessGroup, 0> groups_;
  llvm::DenseMap<const llvm::Instruction *, unsigned> group_of_;
  // Vectors in memory for loops over lanes, by type and number: one such loop ends before the next begins.
  llvm::DenseMap<std::pair<llvm::Type *, unsigned>, llvm::AllocaInst *> lane_buffers_;

  double registers_of(const llvm::Instruction &instruction) const;
  double masked_cost(const llvm::Instruction &access) const;
  double scattered_cost(unsigned bits, const llvm::Instruction &access) const;
  double member_cost(const AccessGroup &group, const llvm::Instruction &access) const;
  double access_cost(const llvm::Instruction &access) const;
  double together_cost(const llvm::Instruction &update) const;
  double vector_cost(const llvm::Instruction &instruction) const;
  double mispredicted_cost(const llvm::BasicBlock &block) const;
  bool is_of_data(const llvm::Value *value, unsigned depth) const;
  llvm::SmallPtrSet<const LaneVariable *, 2> scattered_in_loops() const;
  bool is_in_rare_loop(const llvm::Loop *loop) const;
  bool is_far(const llvm::Instruction &access, const llvm::Loop &loop, FarAccess far) const;

  std::optional<int64_t> contiguous_stride(const llvm::Value *pointer, llvm::Type *type) const;
  llvm::Value *checks_hold(llvm::ArrayRef<NoWrap> checks);
  bool may_be_contiguous(const llvm::Value *value, unsigned depth, bool &may_differ) const;
  bool starts_contiguous(const llvm::PHINode &phi, unsigned depth, bool &may_differ) const;
  bool has_factor(const llvm::Value *value, uint64_t factor, unsigned depth) const;
  llvm::GetElementPtrInst *run_time_contiguous(llvm::Value *pointer, llvm::Type *type, llvm::APInt &offset) const;
  // The lanes' indices of an address computation, without an extension from 32 bits.
  struct LaneIndices {
    llvm::Value *all, *first;  // of all lanes, of the first lane
    bool is_signed;            // how they extend to 64 bits
  };
  LaneIndices lane_indices(llvm::GetElementPtrInst &step);
  llvm::Value *and_unwrapped(llvm::Value *condition, const LaneIndices &indices, uint64_t more);
  llvm::Value *first_element(llvm::GetElementPtrInst &step, const LaneIndices &indices, const llvm::APInt &offset);
  llvm::Value *check_contiguity(llvm::GetElementPtrInst &step, const llvm::APInt &offset, llvm::Type *element,
                                llvm::Value *&first);
  struct AffineForm;
  AffineForm affine_form(llvm::Value *value) const;
  AffineForm form_of_condition(llvm::Instruction &extension) const;
  std::optional<int64_t> affine_stride(llvm::Value *value, bool &is_conditional, unsigned depth = 12) const;
  int64_t ahead_of_first(llvm::Value *value) const;
  llvm::Value *last(llvm::Value *first, llvm::Value *value);
  llvm::Value *floor_of_first(llvm::Value *value, llvm::SmallVectorImpl<llvm::Value *> &conditions);
  llvm::Value *exact_floor_of_first(llvm::Value *value);
  llvm::Value *affine_first(llvm::Value *value, llvm::SmallVectorImpl<llvm::Value *> &conditions);
  bool is_contiguous_by_ends(llvm::Value *pointer, uint64_t bytes) const;
  llvm::Value *check_ends(llvm::Value *pointer, llvm::Value *&first);
  llvm::Value *contiguous_at_run_time(llvm::Value *pointer, llvm::Type *type, llvm::Value *&first);
  void note_slow(const llvm::Instruction &instruction);
  void speculate(llvm::Instruction &condition);
  llvm::Value *peel(llvm::Value *truths);
  void fill(llvm::MemIntrinsic &fill);
  llvm::Value *lane_by_lane(llvm::Instruction &instruction);

  bool updates_together(const llvm::Instruction &instruction) const;
  llvm::Value *joined_operands(llvm::AtomicRMWInst &update, Combination &join);
  void update(llvm::AtomicRMWInst &original, llvm::Value *with);
  llvm::Value *update_together(llvm::AtomicRMWInst &original);

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
  llvm::PHINode *index_;
  const Linearisation &flow_;
  const LaneStrides &strides_;
  const unsigned width_, register_bits_;
  const bool permutes_bytes_;
  llvm::BasicBlock &prologue_;
  llvm::Function &function_;
  llvm::LLVMContext &context_;
  const llvm::DataLayout &layout_;
  llvm::IRBuilder<> builder_;
  LaneVariables &variables_;
  llvm::BasicBlock *leave_ = nullptr;
  llvm::Value *entry_mask_ = nullptr;
  bool mostly_full_ = false;
  llvm::AllocaInst *remaining_ = nullptr, *peeled_ = nullptr;  // masks of the lanes, where some may be peeled
  llvm::Value *mask_ = nullptr;                                // of the current block; null: all lanes
  bool predicated_ = false;
  // The divergent part of the current block's condition, once leave_together() has branched on the uniform one; else
  // null.
  llvm::Value *divergent_part_ = nullptr;
  llvm::DenseMap<llvm::BasicBlock *, llvm::BasicBlock *> entries_, ends_;
  llvm::DenseMap<llvm::Value *, llvm::Value *> scalars_, vectors_;
  KnownValues at_first_item_;  // in the prologue: values of the item loop's first item
  llvm::DenseMap<const llvm::BasicBlock *, bool> runs_always_;
  llvm::MapVector<llvm::BasicBlock *, llvm::AllocaInst *> masks_;
  llvm::MapVector<llvm::PHINode *, llvm::AllocaInst *> phis_;
  llvm::DenseMap<const llvm::PHINode *, llvm::AllocaInst *> first_lanes_;  // of phis with has_first_lane()
  llvm::SmallVector<llvm::AllocaInst *> slots_;
  llvm::SetVector<llvm::BasicBlock *> made_;
  VectorCounts counts_;

  llvm::BasicBlock *new_block(const llvm::Twine &name);
};

}  // namespace wherry::compiler
