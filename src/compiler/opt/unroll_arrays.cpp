// SPDX-License-Identifier: Apache-2.0
#include "compiler/opt/unroll_arrays.h"

#include "compiler/ir/diagnostics.h"
#include "compiler/ir/intrinsics.h"
#include "compiler/ir/kernel_facts.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;

namespace wherry::compiler {

namespace {

// Instructions that are left of a nest of loops once it is unrolled: eight rounds of sine and cosine are about 600, and
// so is a product of matrices of 6 x 6. More where an array's elements, of 4 bytes in each lane, fit in the 32
// registers of AVX-512: unrolled nests of 1,000 on arrays of 256 bytes took three times as long to build as rolled
// ones, and 0.6 to 1.3 times as long to run.
constexpr uint64_t kMostUnrolled = 800, kMostInRegisters = 1500, kBytesInRegisters = 32 * 4;
// Instructions of a function's loops together, for the time of the build.
constexpr uint64_t kMostOfFunction = 6000;

using Loops = SmallSetVector<Loop *, 4>;

class ArrayLoops {
 public:
  ArrayLoops(LoopInfo &loops, ScalarEvolution &counts) : loops_(loops), counts_(counts) {}

  // The loops that make each index of the array constant once they are unrolled; none if other indices are left, or the
  // array's address goes elsewhere.
  Loops of(AllocaInst &array) {
    found_.clear();
    seen_.clear();
    SmallVector<Instruction *> addresses = {&array};
    while (!addresses.empty()) {
      Instruction *address = addresses.pop_back_val();
      for (Use &use : address->uses()) {
        auto *user = cast<Instruction>(use.getUser());
        if (auto *element = dyn_cast<GetElementPtrInst>(user)) {
          if (!all_of(element->indices(), [&](Value *index) { return becomes_constant(index); })) return {};
          addresses.push_back(element);
        } else if (auto *phi = dyn_cast<PHINode>(user); phi && phi->getNumIncomingValues() == 1) {
          addresses.push_back(phi);  // of LCSSA
        } else if (!is_access(use)) {
          return {};
        }
      }
    }
    return found_;
  }

  // The number of a loop's instructions that are left once the loops in `unrolled` are unrolled: addresses and what
  // hangs on counters alone are constants then.
  uint64_t size(const Loop &loop, const Loops &unrolled) {
    SmallPtrSet<const Value *, 32> constants;
    uint64_t left = 0;
    for (BasicBlock *block : loop.blocks()) {
      uint64_t times = 1;
      for (Loop *around = loops_.getLoopFor(block); around != loop.getParentLoop(); around = around->getParentLoop())
        if (unrolled.contains(around)) times = SaturatingMultiply(times, times_of_body(*around));
      for (Instruction &each : *block)
        if (folds(each, unrolled, constants))
          constants.insert(&each);
        else if (!each.isDebugOrPseudoInst() && !each.isTerminator() && !isa<GetElementPtrInst>(each))
          left = SaturatingAdd(left, times);
    }
    return left;
  }

 private:
  // The iterations of a loop's body. The header of a loop that is tested first runs once more, on constants alone.
  uint64_t times_of_body(Loop &loop) { return most_iterations(loop) - is_tested_first(loop); }

  // Whether an instruction becomes a constant, if those in `constants` do: a counter, or arithmetic with such values.
  bool folds(const Instruction &each, const Loops &unrolled, const SmallPtrSetImpl<const Value *> &constants) const {
    const auto is_constant = [&](const Value *value) { return isa<Constant>(value) || constants.contains(value); };
    auto *phi = dyn_cast<PHINode>(&each);
    const Loop *loop = phi ? loops_.getLoopFor(phi->getParent()) : nullptr;
    if (loop && loop->getHeader() == phi->getParent()) {
      if (!unrolled.contains(loop) || !loop->getLoopPreheader()) return false;
      auto *next = dyn_cast<BinaryOperator>(phi->getIncomingValueForBlock(loop->getLoopLatch()));
      return next && is_constant(phi->getIncomingValueForBlock(loop->getLoopPreheader())) &&
             all_of(next->operands(), [&](const Use &use) { return use == phi || is_constant(use); });
    }
    if (phi) return phi->getNumIncomingValues() == 1 && is_constant(phi->getIncomingValue(0));
    return isa<BinaryOperator, CastInst, CmpInst, SelectInst>(each) && all_of(each.operands(), is_constant);
  }

  static bool is_access(const Use &use) {
    auto *user = cast<Instruction>(use.getUser());
    if (auto *load = dyn_cast<LoadInst>(user)) return load->isSimple();
    if (auto *store = dyn_cast<StoreInst>(user))
      return store->isSimple() && use.getOperandNo() == StoreInst::getPointerOperandIndex();
    if (auto *copy = dyn_cast<MemIntrinsic>(user)) return !copy->isVolatile() && isa<ConstantInt>(copy->getLength());
    return user->isLifetimeStartOrEnd();
  }

  bool becomes_constant(Value *value) {
    auto *instruction = dyn_cast<Instruction>(value);
    // A value that was met before, as in a cycle, counts as constant; one that does not become constant rejects the
    // array, or an exit's condition.
    if (!instruction) return isa<Constant>(value);
    if (!seen_.insert(instruction).second) return true;
    if (auto *phi = dyn_cast<PHINode>(instruction)) {
      Loop *loop = loops_.getLoopFor(phi->getParent());
      if (loop && loop->getHeader() == phi->getParent()) {
        if (!may_unroll(*loop)) return false;
        found_.insert(loop);
      } else if (phi->getNumIncomingValues() != 1) {
        return false;
      }
    } else if (auto *load = dyn_cast<LoadInst>(instruction)) {
      auto *table = dyn_cast<GlobalVariable>(getUnderlyingObject(load->getPointerOperand()));
      if (!load->isSimple() || !table || !table->isConstant() || !table->hasDefinitiveInitializer()) return false;
    } else if (!isa<BinaryOperator, CastInst, CmpInst, SelectInst, GetElementPtrInst>(instruction)) {
      return false;
    }
    return all_of(instruction->operands(), [&](Value *operand) { return becomes_constant(operand); });
  }

  unsigned most_iterations(Loop &loop) {
    const unsigned count = counts_.getSmallConstantTripCount(&loop);
    return count ? count : counts_.getSmallConstantMaxTripCount(&loop);
  }

  // Whether the loop ends in its header, whose last run is no iteration to its author.
  static bool is_tested_first(const Loop &loop) {
    return loop.getExitingBlock() == loop.getHeader() && loop.getLoopLatch() != loop.getHeader();
  }

  // Whether one of a loop's exits is taken after a known number of iterations, if no other one is before, once the
  // loops around are unrolled: for (k = 0; k < (d ? 3 : 2); k++) if (used[k] == i) break;
  bool is_counted(Loop &loop) {
    SmallVector<BasicBlock *, 4> leaving;
    loop.getExitingBlocks(leaving);
    return most_iterations(loop) != 0 && any_of(leaving, [&](BasicBlock *block) {
             if (counts_.getSmallConstantTripCount(&loop, block) != 0) return true;
             auto *branch = dyn_cast<BranchInst>(block->getTerminator());
             const auto found = found_;
             const auto seen = seen_;
             if (branch && becomes_constant(branch->getCondition())) return true;
             found_ = found, seen_ = seen;  // the condition does not become constant: another exit's may
             return false;
           });
  }

  // Barriers are not multiplied: each ends a region.
  bool may_unroll(Loop &loop) {
    const TransformationMode mode = hasUnrollTransformation(&loop);
    const std::optional<int> asked = getOptionalIntLoopAttribute(&loop, "llvm.loop.unroll.count");
    return is_counted(loop) && loop.getLoopLatch() && !(mode & TM_Disable) &&
           (!asked || unsigned(*asked) >= most_iterations(loop) - is_tested_first(loop)) &&
           none_of(loop.blocks(), [](BasicBlock *block) {
             return any_of(*block, [](Instruction &each) { return is_group_operation(intrinsic_of(each)); });
           });
  }

  LoopInfo &loops_;
  ScalarEvolution &counts_;
  Loops found_;
  SmallPtrSet<Instruction *, 16> seen_;
};

}  // namespace

PreservedAnalyses UnrollArraysPass::run(Function &function, FunctionAnalysisManager &analyses) {
  SmallVector<AllocaInst *> arrays;
  const DataLayout &layout = function.getDataLayout();
  for (Instruction &each : instructions(function))
    if (auto *array = dyn_cast<AllocaInst>(&each); array && array->isStaticAlloca())
      if (std::optional<TypeSize> bytes = array->getAllocationSize(layout);
          bytes && bytes->getFixedValue() <= kMostArrayBytes)
        arrays.push_back(array);
  if (arrays.empty()) return PreservedAnalyses::all();

  auto &loops = analyses.getResult<LoopAnalysis>(function);
  ArrayLoops array_loops(loops, analyses.getResult<ScalarEvolutionAnalysis>(function));
  Loops unrolled;
  const bool explains_arrays = is_work_group_function(function) && explains(function);
  for (AllocaInst *array : arrays) {
    Loops wanted = unrolled;
    const Loops of_array = array_loops.of(*array);
    wanted.insert(of_array.begin(), of_array.end());
    uint64_t all = 0;
    const bool in_registers = array->getAllocationSize(layout)->getFixedValue() <= kBytesInRegisters;
    bool fits = true;
    for (Loop *loop : wanted) {
      if (any_of(wanted, [&](Loop *other) { return other != loop && other->contains(loop); })) continue;
      const uint64_t size = array_loops.size(*loop, wanted);
      fits &= size <= (in_registers ? kMostInRegisters : kMostUnrolled);
      all += size;
    }
    if (fits && all <= kMostOfFunction)
      unrolled = std::move(wanted);
    else if (explains_arrays)
      remark_at(*of_array.front()->getHeader()->getTerminator(),
                "a private array stays in memory: unrolled, the loops that index it would be too long");
  }
  LLVMContext &context = function.getContext();
  MDNode *fully = MDNode::get(context, {MDString::get(context, "llvm.loop.unroll.full"),
                                        ConstantAsMetadata::get(ConstantInt::get(Type::getInt32Ty(context), 1))});
  for (Loop *loop : unrolled)
    loop->setLoopID(makePostTransformationMetadata(context, loop->getLoopID(), {"llvm.loop.unroll.count"}, {fully}));
  return PreservedAnalyses::all();
}

}  // namespace wherry::compiler
