// A row of work-items: full vectors, then the items that are left as one vector with a mask, and item by item what
// cannot go together.
#pragma once
#include "compiler/vectorise/emit/body.h"

namespace wherry::compiler {

class VectorRows {
 public:
  VectorRows(llvm::Loop &loop, llvm::PHINode &x, const VectorFlow &flow, const VectorShapes &shapes, unsigned width,
             unsigned register_bits);

  // Puts them in the loop's place. With `least_tail` items or more that are left, these go together too; 0: never.
  // Dominators and loops are to be computed anew.
  void build(unsigned least_tail);
  // Puts the item loop into a function of its own: LLVM's time grows faster than functions do. After build().
  void set_rest_apart();
  // None run item by item. Where lanes do not agree, those that do go together, then the others; where what the shapes
  // have assumed does not hold, each item takes a vector of its own.
  void build_all_together();
  const VectorCounts &counts() const { return full_->counts(); }

 private:
  struct Carried {
    llvm::PHINode *original;  // in the item loop's header
    llvm::PHINode *row;       // where a part of the row begins
  };
  llvm::BasicBlock *block(const char *name);
  llvm::Value *strides_hold(llvm::IRBuilder<> &builder);
  llvm::Value *evaluate(llvm::Value *value, llvm::IRBuilder<> &builder,
                        llvm::DenseMap<llvm::Value *, llvm::Value *> &done);
  llvm::Value *is_first_row(llvm::IRBuilder<> &builder);
  llvm::Value *carried_on(VectorBody &body, const Carried &carried, llvm::Value *first, llvm::Value *mask,
                          llvm::Value *before);
  llvm::Value *lanes_below(llvm::IRBuilder<> &builder, llvm::Value *count);
  void begin_apart(const char *name);
  void go_apart(llvm::BasicBlock *from);
  void begin(llvm::Value *together, llvm::BasicBlock *short_row);
  void go_on(llvm::BasicBlock *from, llvm::Value *next, llvm::ArrayRef<llvm::Value *> carried);
  void build_full();
  void build_tail();
  void build_parts(llvm::Value &most);
  void build_rest();
  void keep_tail_short();
  void leave_alone(llvm::Instruction *latch_end);
  void finish(VectorBody &body, llvm::BasicBlock *from, llvm::ArrayRef<llvm::Value *> carried);

  llvm::Loop &loop_;
  llvm::PHINode &x_;
  const VectorFlow &flow_;
  const VectorShapes &shapes_;
  const unsigned width_, register_bits_;
  llvm::Function &function_;
  llvm::LLVMContext &context_;
  llvm::BasicBlock *before_, *header_, *latch_, *out_;
  llvm::Value *size_;
  llvm::ConstantInt *lanes_, *none_;

  VectorBody::LaneVariables variables_;
  std::unique_ptr<VectorBody> full_, tail_;
  llvm::BasicBlock *row_ = nullptr, *full_start_ = nullptr, *tail_start_ = nullptr, *apart_ = nullptr, *rest_ = nullptr,
                   *rest_out_ = nullptr;
  llvm::PHINode *begin_ = nullptr;  // of what is left of the row
  llvm::SmallVector<Carried> carried_;
  // Items that do not go with all others, from `apart_`: where from, where to (null: a vector's), what is carried.
  llvm::PHINode *apart_begin_ = nullptr, *apart_end_ = nullptr;
  llvm::SmallVector<llvm::PHINode *> apart_carried_;
};

}  // namespace wherry::compiler
