// SPDX-License-Identifier: Apache-2.0
// How a function uses the memory of an object: every use of the addresses that are derived from the object's own.
#pragma once
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PassManager.h"

namespace wherry::compiler {

// One use of an address.
struct PointerUse {
  enum Kind {
    load,             // loads from the address, plainly, volatile, or atomically
    store,            // stores to the address, likewise
    stored_itself,    // stores the address
    atomic,           // reads, changes, and writes the memory in one step
    memory_dest,      // llvm.memset, memcpy or memmove to the address
    memory_source,    // llvm.memcpy or memmove from the address
    lifetime,         // llvm.lifetime.start, .end
    compare,          // compares the address
    group_operation,  // hands the address to an operation of the work-group
    call,             // hands the address to another call, which does not keep it
    captured,         // hands the address to a call that may keep it
    derived,          // computes another address, which the caller did not want followed
    constant,         // has the address in a constant
    other
  };
  Kind kind;
  const llvm::Use *use;

  // Precondition: `kind` is not `constant`.
  llvm::Instruction *user() const { return llvm::cast<llvm::Instruction>(use->getUser()); }
};

// Whether a use makes the memory accessible to code that PointerUses does not see. A work-group operation accesses the
// memory between two regions.
bool lets_escape(PointerUse::Kind kind);
// Whether a use is llvm.lifetime.start.
bool begins_lifetime(const PointerUse &use);

// The uses of one object's addresses. GEPs are always followed.
class PointerUses {
 public:
  // Which instructions besides GEPs are followed from one address to another.
  struct Follow {
    bool choices = true;  // phi, select
    bool casts = true;    // from one address space to another
    bool freezes = true;
  };
  // `object`: an alloca, a global variable, or any pointer. `counts`: instructions for which it is false are neither
  // followed nor reported; null: all count.
  explicit PointerUses(const llvm::Value &object, Follow follow,
                       llvm::function_ref<bool(const llvm::Instruction &)> counts = nullptr);

  const llvm::Value &object() const { return *addresses_[0]; }
  // The object's address and all followed addresses that are derived from it.
  llvm::ArrayRef<const llvm::Value *> addresses() const { return addresses_.getArrayRef(); }
  bool is_derived(const llvm::Value *value) const { return addresses_.contains(value); }
  // All uses but the followed ones.
  llvm::ArrayRef<PointerUse> uses() const { return uses_; }

  void print(llvm::raw_ostream &out) const;

 private:
  llvm::SmallSetVector<const llvm::Value *, 16> addresses_;
  llvm::SmallVector<PointerUse> uses_;
};

// The size of an element in bytes if the function uses the object as an array: all loads and stores have one size, a
// power of two of at most 8 bytes, and all addresses are multiples of that size from the object's own. Otherwise 0.
// Memory intrinsics are ignored: the caller checks them.
uint64_t indexed_element(const PointerUses &uses, const llvm::DataLayout &layout);

// The uses of each alloca and each pointer argument in a work-group function, with all derived addresses followed.
struct ObjectUses {
  llvm::SmallVector<PointerUses, 0> objects;
  void print(llvm::raw_ostream &out) const;
};

struct PointerUsesAnalysis : llvm::AnalysisInfoMixin<PointerUsesAnalysis> {
  using Result = ObjectUses;
  static llvm::AnalysisKey Key;
  ObjectUses run(llvm::Function &group, llvm::FunctionAnalysisManager &analyses);
};

}  // namespace wherry::compiler
