// SPDX-License-Identifier: Apache-2.0
// What takes the place of an item loop: a loop over full vectors, then a masked epilogue, and a scalar remainder for
// work-items that cannot be lanes together.
#pragma once
#include "compiler/vectorise/emit/body.h"

namespace wherry::compiler {

class VectorisedLoop {
 public:
  VectorisedLoop(llvm::Loop &items, llvm::PHINode &index, const Linearisation &flow, const LaneStrides &strides,
                 unsigned width, unsigned register_bits);

  // With a scalar remainder: the item loop, for work-items whose strides do not hold, for vectors whose lanes disagree
  // on a speculatively uniform branch, and for the last work-items if fewer than `least_epilogue` are left (0: always).
  // Dominators and loops are to be computed anew, and bodies() repaired.
  void build(unsigned least_epilogue);
  // Without one: lanes that disagree are peeled, and where the strides' assumptions do not hold each work-item is a
  // vector of its own.
  void build_without_remainder();
  // With masked vectors alone, where a copy for full vectors would cost the build more than masks cost the kernel.
  void build_masked_alone();
  // Puts the scalar remainder into a function of its own: LLVM's time grows faster than functions do. After build() and
  // VectorBody::repair().
  void outline_remainder();
  llvm::SmallVector<VectorBody *, 2> bodies() const;
  const VectorCounts &counts() const { return (full_ ? full_ : epilogue_)->counts(); }

 private:
  struct Carried {
    llvm::PHINode *original;  // in the item loop's header
    llvm::PHINode *start;     // the same in `dispatch_`
  };
  llvm::BasicBlock *block(const char *name);
  llvm::Value *strides_hold(llvm::IRBuilder<> &builder);
  llvm::Value *is_first_item_loop(llvm::IRBuilder<> &builder);
  llvm::Value *carried_after(VectorBody &body, const Carried &carried, llvm::Value *first, llvm::Value *mask,
                             llvm::Value *before);
  llvm::Value *lanes_below(llvm::IRBuilder<> &builder, llvm::Value *count);
  void build_dispatch(llvm::Value *together, llvm::BasicBlock *too_few);
  void begin_partial(const char *name);
  void enter_partial(llvm::BasicBlock *from);
  void continue_at(llvm::BasicBlock *from, llvm::Value *next, llvm::ArrayRef<llvm::Value *> carried);
  void finish(VectorBody &body, llvm::BasicBlock *from, llvm::ArrayRef<llvm::Value *> carried);
  void build_full();
  void build_epilogue();
  void build_masked(llvm::Value &most);
  void leave_item_loop_out();
  void build_remainder();
  void leave_remainder();
  void keep_epilogue_short();
  void exempt_from_loop_passes(llvm::Instruction *latch_end);

  // Lanes that are left for another iteration of the masked vector, where some are peeled.
  struct Peeling {
    llvm::PHINode *lanes = nullptr, *first = nullptr;
    llvm::SmallVector<llvm::PHINode *> carried;
  };
  Peeling begin_peeling(llvm::IRBuilder<> &builder, llvm::Value *mask);
  void end_peeling(const Peeling &peeling, llvm::BasicBlock *entry, llvm::BasicBlock *done,
                   llvm::ArrayRef<llvm::Value *> carried);

  llvm::Loop &items_;
  llvm::PHINode &index_;
  const Linearisation &flow_;
  const LaneStrides &strides_;
  const unsigned width_, register_bits_;
  llvm::Function &function_;
  llvm::LLVMContext &context_;
  llvm::BasicBlock *before_, *header_, *latch_, *out_;
  llvm::Value *size_;
  llvm::ConstantInt *lanes_, *zero_;

  VectorBody::LaneVariables variables_;
  std::unique_ptr<VectorBody> full_, epilogue_;
  // `dispatch_` decides how to go on from work-item `begin_`.
  llvm::BasicBlock *dispatch_ = nullptr, *full_start_ = nullptr, *epilogue_start_ = nullptr;
  llvm::BasicBlock *remainder_ = nullptr, *remainder_out_ = nullptr;
  llvm::PHINode *begin_ = nullptr;
  llvm::SmallVector<Carried> carried_;
  // `partial_` takes work-items that are no full vector: from `partial_begin_` to `partial_end_` (null: one vector's).
  llvm::BasicBlock *partial_ = nullptr;
  llvm::PHINode *partial_begin_ = nullptr, *partial_end_ = nullptr;
  llvm::SmallVector<llvm::PHINode *> partial_carried_;
};

}  // namespace wherry::compiler
