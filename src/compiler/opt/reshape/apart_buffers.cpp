// SPDX-License-Identifier: Apache-2.0
#include "compiler/analysis/target.h"
#include "compiler/opt/reshape/address_expressions.h"
#include "compiler/opt/reshape/reshaping.h"
#include "compiler/vectorise/cost.h"
#include "llvm/ADT/SmallSet.h"

using namespace llvm;

namespace wherry::compiler {

namespace {

class ApartBuffers final : public Reshaping {
 public:
  explicit ApartBuffers(Function &group) : group_(group), addresses_(group) {}

  bool find() override {
    return group_.getInstructionCount() <= cost::kMostTwice &&
           (any_of(addresses_.loops(), [&](Loop *loop) { return sums_up(*loop); }) ||
            any_of(group_, [&](BasicBlock &block) { return takes_turns(block); })) &&
           addresses_.for_stored([](const Accesses &) { return true; }, needs_apart_) && needs_apart_;
  }
  void emit(LaunchShape &) override {}
  void apply() override {}
  bool needs_apart() const override { return true; }

 private:
  bool sums_up(const Loop &loop);
  bool takes_turns(BasicBlock &block);
  bool has_gaps(Instruction &access);

  Function &group_;
  AddressExpressions addresses_;
  bool needs_apart_ = false;
};

// Whether the loop, or one in it, stores to one place again and again, and accesses another argument's memory.
bool ApartBuffers::sums_up(const Loop &loop) {
  if (any_of(loop, [&](const Loop *inner) { return sums_up(*inner); })) return true;
  ScalarEvolution &evolution = addresses_.scev();
  SmallSet<int64_t, 4> stored, accessed;
  for (BasicBlock *block : loop.blocks())
    for (Instruction &each : *block) {
      const auto argument = addresses_.argument_of(each);
      if (!argument) continue;
      accessed.insert(*argument);
      auto *store = dyn_cast<StoreInst>(&each);
      if (store && evolution.isLoopInvariant(evolution.getSCEV(store->getPointerOperand()), &loop))
        stored.insert(*argument);
    }
  return !stored.empty() && accessed.size() > 1;
}

// Whether neighbouring work-items' accesses do not lie side by side.
bool ApartBuffers::has_gaps(Instruction &access) {
  const auto place = addresses_.linear_of_ids(addresses_.offset_of(access));
  const uint64_t bytes = access.getDataLayout().getTypeStoreSize(getLoadStoreType(&access)).getFixedValue();
  return place && any_of(place->factors, [&](const SCEV *factor) {
           auto *number = dyn_cast<SCEVConstant>(factor);
           return number && number->getAPInt().abs().ugt(bytes);
         });
}

// Whether accesses to a work-item's neighbouring members take turns with stores to another argument's memory, as in
// out[4 * i] = f(in[4 * i]); out[4 * i + 1] = f(in[4 * i + 1]);
bool ApartBuffers::takes_turns(BasicBlock &block) {
  ScalarEvolution &evolution = addresses_.scev();
  struct Load {
    Instruction *access;
    int64_t argument;
    unsigned stores;  // to others' memory, before it
  };
  SmallVector<Load, 8> loads;
  SmallDenseMap<int64_t, unsigned, 4> stores;
  unsigned all_stores = 0;
  for (Instruction &each : block) {
    const auto argument = addresses_.argument_of(each);
    if (!argument) continue;
    if (isa<StoreInst>(each)) {
      ++stores[*argument], ++all_stores;
      continue;
    }
    const Load load{&each, *argument, all_stores - stores.lookup(*argument)};
    for (const Load &other : loads) {
      if (other.argument != *argument || other.stores == load.stores) continue;
      const SCEV *from_other = evolution.getMinusSCEV(addresses_.offset_of(each), addresses_.offset_of(*other.access));
      auto *distance = dyn_cast<SCEVConstant>(from_other);
      if (distance && !distance->isZero() && distance->getAPInt().abs().ult(kCacheLine) && has_gaps(each)) return true;
    }
    if (loads.size() == cost::kMostUsers) return false;
    loads.push_back(load);
  }
  return false;
}

}  // namespace

std::unique_ptr<Reshaping> apart_buffers(Function &group) { return std::make_unique<ApartBuffers>(group); }

}  // namespace wherry::compiler
