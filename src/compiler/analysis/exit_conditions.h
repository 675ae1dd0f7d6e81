// SPDX-License-Identifier: Apache-2.0
// What a loop's end depends on, and whether other work-items have a part in it.
#pragma once
#include "compiler/analysis/argument_origin.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/PassManager.h"

namespace wherry::compiler {

// The function with a body that an instruction calls; null: none.
llvm::Function *body_called(const llvm::Instruction &instruction);

// How the functions that were not inlined access memory.
class Callees {
 public:
  explicit Callees(const ArgumentOrigins &origins) : origins_(origins) {}

  struct Kind {
    bool reads = false;  // memory that other work-items change meanwhile
    bool waits = false;  // in a loop, until another work-item changes memory
  };
  Kind called(const llvm::Instruction &instruction);
  // Whether an instruction reads memory that other work-items change meanwhile.
  bool is_shared_read(const llvm::Instruction &instruction);

  bool may_write(const llvm::Instruction &instruction, const llvm::Value *place) const;
  const ArgumentOrigins &origins() const { return origins_; }
  // Whether a value comes from loads of a place, by way of phis, casts and extracted members alone.
  bool was_loaded_from(const llvm::Value *value, const llvm::Value *place,
                       llvm::SmallPtrSetImpl<const llvm::Value *> &seen) const;

 private:
  // Distinct arguments and variables are assumed not to alias; an unknown address may alias any other.
  bool may_be_same(const llvm::Value *a, const llvm::Value *b) const;

  const ArgumentOrigins &origins_;
  llvm::DenseMap<const llvm::Function *, Kind> known_;
};

// Where an instruction accesses memory; null: nowhere, or in several places.
const llvm::Value *place_of(const llvm::Instruction &instruction);

// Whether the loop's work-item makes progress by this access itself: an exchange that is tried again with the value
// that it has loaded, or an addition that takes the next number.
bool makes_progress(const llvm::Instruction &instruction, const llvm::Loop &loop, const Callees &callees);

// The values that decide when a work-item leaves a loop: the conditions of its exits, their operands, the branches that
// lead to the exits, and the values stored to the places from which any of these is loaded.
class ExitConditions {
 public:
  ExitConditions(const llvm::Loop &loop, Callees &callees);
  llvm::ArrayRef<const llvm::Instruction *> values() const { return values_; }

 private:
  // An argument's kind and slot, or a variable; one for all unknown addresses.
  using Place = std::pair<const void *, unsigned>;
  static constexpr Place kUnknownPlace{nullptr, ~0U};
  static Place place_at(const PointerOrigin &origin);

  void want(const llvm::Value *value);
  void reach(const llvm::BasicBlock *block);
  void follow(const llvm::Instruction &value);
  void want_stored(const Place &place);
  void want_stored(llvm::SmallVector<const llvm::StoreInst *> &stores);

  const llvm::Loop &loop_;
  Callees &callees_;
  // The stores whose values are not wanted yet, by the places that they may write.
  llvm::MapVector<Place, llvm::SmallVector<const llvm::StoreInst *>> stores_;
  llvm::SmallVector<const llvm::Instruction *> values_;
  llvm::SmallPtrSet<const llvm::Value *, 32> seen_;
  llvm::SmallPtrSet<const llvm::BasicBlock *, 16> reached_;
};

// Of all loops of a function, in preorder.
class LoopExitConditions {
 public:
  LoopExitConditions(const ArgumentOrigins &origins, const llvm::LoopInfo &loops);
  void print(llvm::raw_ostream &out) const;

 private:
  struct Deciding {
    const llvm::Instruction *value;
    bool is_shared_read;
    bool makes_progress;
  };
  struct OfLoop {
    const llvm::BasicBlock *header;
    llvm::SmallVector<Deciding> values;
  };
  llvm::SmallVector<OfLoop, 0> loops_;
};

struct ExitConditionsAnalysis : llvm::AnalysisInfoMixin<ExitConditionsAnalysis> {
  using Result = LoopExitConditions;
  static llvm::AnalysisKey Key;
  Result run(llvm::Function &group, llvm::FunctionAnalysisManager &analyses);
};

}  // namespace wherry::compiler
