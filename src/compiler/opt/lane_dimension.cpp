#include "compiler/opt/lane_dimension.h"

#include <cmath>

#include "compiler/ir/intrinsics.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace wherry::compiler {

namespace {

// By how much a value grows from one work-item to the next of a dimension.
class Steps {
 public:
  Steps(const DataLayout &layout, unsigned dimension) : layout_(layout), dimension_(dimension) {}

  // Nothing: not by the same number always, or by one that is not known here.
  std::optional<int64_t> of(Value *value) {
    auto *instruction = dyn_cast<Instruction>(value);
    if (!instruction) return 0;
    // A value that comes back to itself round a loop is met as one that does not grow.
    auto [found, fresh] = known_.try_emplace(instruction, 0);
    if (!fresh) return found->second;
    const size_t before = order_.size();
    std::optional<int64_t> step = find(*instruction);
    if (isa<PHINode>(instruction) && step != 0) {  // what was found from that is to be found anew
      for (Instruction *later : drop_begin(order_, before)) known_.erase(later);
      order_.truncate(before);
    }
    order_.push_back(instruction);
    known_[instruction] = step;
    return step;
  }

 private:
  std::optional<int64_t> find(Instruction &instruction) {
    if (intrinsic_of(instruction) == Intrinsic::__wherry_local_id) {
      auto *dimension = dyn_cast<ConstantInt>(instruction.getOperand(0));
      if (!dimension) return std::nullopt;
      return dimension->getZExtValue() == dimension_;
    }
    if (all_of(instruction.operands(), [this](const Use &use) { return of(use.get()) == 0; })) return 0;
    Value *left = instruction.getNumOperands() ? instruction.getOperand(0) : nullptr;
    if (isa<SExtInst, ZExtInst, TruncInst, AddrSpaceCastInst, FreezeInst>(instruction)) return of(left);
    if (auto *address = dyn_cast<GetElementPtrInst>(&instruction)) {
      std::optional<int64_t> step = of(left);
      for (auto part = gep_type_begin(*address), end = gep_type_end(*address); part != end; ++part) {
        const auto grows = of(part.getOperand());
        if (!step || !grows) return std::nullopt;
        if (*grows) *step += *grows * int64_t(part.getSequentialElementStride(layout_).getKnownMinValue());
      }
      return step;
    }
    // A loop's number, from where it begins.
    if (auto *phi = dyn_cast<PHINode>(&instruction); phi && phi->getNumIncomingValues() == 2) {
      const auto one = of(phi->getIncomingValue(0)), other = of(phi->getIncomingValue(1));
      return !one || !other ? std::nullopt : *one == 0 || *one == *other ? other : *other == 0 ? one : std::nullopt;
    }
    if (!isa<BinaryOperator>(instruction)) return std::nullopt;
    const auto one = of(left), other = of(instruction.getOperand(1));
    if (!one || !other) return std::nullopt;
    auto *constant = dyn_cast<ConstantInt>(instruction.getOperand(1));
    switch (instruction.getOpcode()) {
    case Instruction::Add: return *one + *other;
    case Instruction::Sub: return *one - *other;
    case Instruction::Or:
      return cast<PossiblyDisjointInst>(instruction).isDisjoint() ? std::optional(*one + *other) : std::nullopt;
    // Cut to 32 bits.
    case Instruction::And:
      return constant && constant->getValue().isMask() && constant->getValue().popcount() >= 16 ? one : std::nullopt;
    case Instruction::Mul: return constant ? std::optional(*one * constant->getSExtValue()) : std::nullopt;
    case Instruction::Shl: return scaled(*one, constant, [](int64_t step, uint64_t by) { return step << by; });
    // Of an extended integer that was shifted up first.
    case Instruction::AShr:
      if (!instruction.isExact()) return std::nullopt;
      return scaled(*one, constant, [](int64_t step, uint64_t by) { return step >> by; });
    default: return std::nullopt;
    }
  }

  static std::optional<int64_t> scaled(int64_t step, ConstantInt *by, int64_t (*shift)(int64_t, uint64_t)) {
    return by && by->getZExtValue() < 48 ? std::optional(shift(step, by->getZExtValue())) : std::nullopt;
  }

  const DataLayout &layout_;
  const unsigned dimension_;
  DenseMap<Instruction *, std::optional<int64_t>> known_;
  SmallVector<Instruction *> order_;  // in which they became known
};

struct Cost {
  double accesses = 0;  // what it takes a vector of neighbours to reach memory
  bool stores_rows = false;
};

Cost cost_along(Function &group, LoopInfo &loops, unsigned dimension) {
  constexpr double kRow = 1, kGather = 16, kScatter = 20, kRounds = 10;
  Steps steps(group.getDataLayout(), dimension);
  Cost cost;
  for (Instruction &instruction : instructions(group)) {
    Value *pointer = getLoadStorePointerOperand(&instruction);
    if (!pointer || isa<AllocaInst>(getUnderlyingObject(pointer)) ||
        instruction.hasMetadata(LLVMContext::MD_invariant_load))
      continue;
    const std::optional<int64_t> step = steps.of(pointer);
    const auto size = int64_t(group.getDataLayout().getTypeStoreSize(getLoadStoreType(&instruction)).getFixedValue());
    const bool row = step && std::abs(*step) <= size, stores = isa<StoreInst>(instruction);
    cost.stores_rows |= row && stores && *step != 0;
    cost.accesses += (row      ? kRow
                      : stores ? kScatter
                               : kGather) *
                     std::pow(kRounds, std::min(4u, loops.getLoopDepth(instruction.getParent())));
  }
  return cost;
}

}  // namespace

static unsigned lane_dimension(const KernelFacts &frame) {
  Function &group = *frame.group;
  const bool cut = any_of(instructions(group), [](const Instruction &instruction) {
    const Intrinsic id = intrinsic_of(instruction);
    return is_group_operation(id) || id == Intrinsic::__wherry_item;
  });
  auto wide = [&](unsigned dimension) { return !frame.local_size[0] || frame.local_size[dimension] > 1; };
  // What is kept for each work-item stands in the order of their linear ids.
  unsigned first = 0;
  while (first < 2 && !wide(first)) ++first;
  if (!wide(first)) return 0;
  if (cut || first != 0 || !wide(1) || !(frame.any_groups || frame.local_size[0])) return first;
  DominatorTree dominators(group);
  LoopInfo loops(dominators);
  const Cost along_1 = cost_along(group, loops, 1);
  return along_1.stores_rows && along_1.accesses < cost_along(group, loops, 0).accesses;
}

bool ChooseLaneDimensionPass::run_on(KernelFacts &kernel, FunctionAnalysisManager &) {
  if (kernel.sub_groups) return false;
  kernel.lane_dimension = lane_dimension(kernel);
  kernel.write();
  return kernel.lane_dimension != 0;
}

}  // namespace wherry::compiler
