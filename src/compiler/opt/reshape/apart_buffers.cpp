// SPDX-License-Identifier: Apache-2.0
#include "compiler/opt/reshape/address_expressions.h"
#include "compiler/opt/reshape/reshaping.h"

using namespace llvm;

namespace wherry::compiler {

namespace {

// The argument to whose memory a pointer leads; null: no argument's.
const Value *argument_of(Value *pointer, ScalarEvolution &evolution) {
  auto *base = dyn_cast<SCEVUnknown>(evolution.getPointerBase(evolution.getSCEV(pointer)));
  auto *load = base ? dyn_cast<LoadInst>(base->getValue()) : nullptr;
  return load && load->hasMetadata(LLVMContext::MD_invariant_load) ? load : nullptr;
}

class ApartBuffers final : public Reshaping {
 public:
  explicit ApartBuffers(Function &group) : addresses_(group) {}

  bool find() override {
    return any_of(addresses_.loops(), [&](Loop *loop) { return sums_up(*loop); }) &&
           addresses_.for_stored([](const Accesses &) { return true; }, needs_apart_) && needs_apart_;
  }
  void emit(LaunchShape &) override {}
  void apply() override {}
  bool needs_apart() const override { return true; }

 private:
  bool sums_up(const Loop &loop);

  AddressExpressions addresses_;
  bool needs_apart_ = false;
};

// Whether the loop, or one in it, stores to one place again and again, and accesses another argument's memory.
bool ApartBuffers::sums_up(const Loop &loop) {
  if (any_of(loop, [&](const Loop *inner) { return sums_up(*inner); })) return true;
  ScalarEvolution &evolution = addresses_.scev();
  SmallPtrSet<const Value *, 4> stored, accessed;
  for (BasicBlock *block : loop.blocks())
    for (Instruction &each : *block) {
      Value *pointer = getLoadStorePointerOperand(&each);
      const Value *argument = pointer ? argument_of(pointer, evolution) : nullptr;
      if (!argument) continue;
      accessed.insert(argument);
      if (isa<StoreInst>(each) && evolution.isLoopInvariant(evolution.getSCEV(pointer), &loop)) stored.insert(argument);
    }
  return !stored.empty() && accessed.size() > 1;
}

}  // namespace

std::unique_ptr<Reshaping> apart_buffers(Function &group) { return std::make_unique<ApartBuffers>(group); }

}  // namespace wherry::compiler
