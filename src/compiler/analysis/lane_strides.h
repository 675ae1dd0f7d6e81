// How a value differs between the lanes of a vector of neighbouring work-items.
#pragma once
#include <optional>

#include "compiler/analysis/uniformity.h"
#include "compiler/vectorise/linearise.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/IR/DataLayout.h"

namespace wherry::compiler {

// A private variable of the item loop as all lanes have it.
struct LaneVariable {
  llvm::AllocaInst *variable;
  // Element by element, the lanes side by side; otherwise one lane's whole variable after the other's.
  bool interleaved;
  uint64_t lane_bytes;  // from one lane's to the next one's
};

class VectorShapes {
 public:
  VectorShapes(llvm::Loop &items, llvm::PHINode *x, const VectorFlow &flow, const Uniformity &uniformity,
               const llvm::DataLayout &layout, bool assume_nothing);

  bool inside(const llvm::Value *value) const;
  bool uniform(const llvm::Value *value) const { return !inside(value) || uniformity_.uniform(*value); }
  // What each lane's is more than the one's before it: of an integer modulo its width, of a pointer in bytes; 0 of a
  // uniform one, nothing where it is not the same from lane to lane.
  std::optional<int64_t> stride(const llvm::Value *value) const;

  // An integer, affine in the lanes, stays within so many bits from one end to the other.
  struct Bounded {
    llvm::Value *value;
    unsigned bits;
    bool is_signed;
    int64_t stride;
    bool operator==(const Bounded &) const = default;
  };
  struct State {
    bool known = false;  // not visited: anything
    std::optional<int64_t> stride;
    llvm::SmallVector<Bounded, 1> checks;  // to be made where the value is used; without, the stride is certain
  };
  State state(const llvm::Value *value) const;

  // Whether a row's first value, which may be that of a lane that is not there, is to be extended as a signed one.
  static bool extends_sign(const llvm::Instruction &extension);

  // The variable into which a pointer leads.
  const LaneVariable *variable(const llvm::Value *pointer) const;
  llvm::ArrayRef<LaneVariable> variables() const { return variables_; }

  // Whether the lanes change their minds at most once or twice in a row of items: bounds of a range, of an image.
  bool is_bound(const llvm::Value *condition, unsigned depth = 12) const;
  // The same of a loop's last round.
  bool ends_at_bound(const llvm::Loop &loop) const;

  // Whether there are conditions on which lanes must agree (kSpeculativelyUniform).
  bool agreed() const { return agreed_; }
  // What all strides rest on: true for a whole row of items, checked before it is begun.
  llvm::ArrayRef<Bounded> assumptions() const { return assumptions_; }

 private:
  void find_variables();
  void lay_out(llvm::AllocaInst &variable);
  void find_what_all_lanes_need();
  void solve();
  State transfer(const llvm::Instruction &instruction);
  State within(State result, const llvm::Value *value, unsigned bits, bool is_signed);
  bool exact(const llvm::Value *value, bool is_signed);
  bool assume(const Bounded &needed);
  bool hangs_on_x_alone(const llvm::Value *value, unsigned depth) const;

  llvm::Loop &items_;
  llvm::PHINode *x_;
  const VectorFlow &flow_;
  const Uniformity &uniformity_;
  const llvm::DataLayout &layout_;
  llvm::DenseMap<const llvm::Value *, State> states_;
  llvm::DenseSet<const llvm::Instruction *> for_all_lanes_;
  llvm::SmallVector<LaneVariable> variables_;
  llvm::DenseMap<const llvm::Value *, unsigned> leads_into_;  // variables_'s index
  llvm::SmallVector<Bounded> assumptions_;
  const bool assume_nothing_;  // no row is run item by item
  bool agreed_ = false;
  bool settled_ = false;  // the strides are; what is assumed counts
};

}  // namespace wherry::compiler
