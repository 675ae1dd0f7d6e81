// SPDX-License-Identifier: Apache-2.0
#include "compiler/vectorise/candidates.h"

#include <cmath>

#include "compiler/analysis/forward_progress.h"
#include "compiler/analysis/item_loops.h"
#include "compiler/analysis/target.h"
#include "compiler/ir/metadata.h"
#include "compiler/lower/image_calls.h"
#include "compiler/vectorise/chains.h"
#include "compiler/vectorise/cost.h"
#include "compiler/vectorise/emit/body.h"
#include "compiler/vectorise/live_values.h"
#include "kernel_abi/limits.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace wherry::compiler {

LaneAnalyses::LaneAnalyses(const ItemLoop &loop, const LoopInfo &loops, const DominatorTree &dominators,
                           std::shared_ptr<const GroupAnalyses> of_group)
    : group(std::move(of_group)),
      flow(*loop.items, loops, dominators, group->post_dominators, group->uniformity, VectorBody::wants_guard),
      strides(*loop.items, *loop.index, flow, group->uniformity) {}

unsigned instructions_in(const Loop &loop) {
  unsigned instructions = 0;
  for (const BasicBlock *block : loop.blocks()) instructions += block->size();
  return instructions;
}

SmallVector<BasicBlock *> copy_blocks(const Loop &loop, ValueToValueMapTy &map, const Twine &suffix) {
  SmallVector<BasicBlock *> copies;
  for (BasicBlock *block : loop.blocks()) {
    copies.push_back(CloneBasicBlock(block, map, suffix, block->getParent()));
    map[block] = copies.back();
  }
  remapInstructionsInBlocks(copies, map);
  return copies;
}

Value *items_of(const Loop &items) {
  return cast<ICmpInst>(cast<BranchInst>(items.getLoopLatch()->getTerminator())->getCondition())->getOperand(1);
}

std::string why_not_by_form(const Loop &items, bool must) {
  const ICmpInst *ending = ending_of(items);
  if (!ending || !ending->hasMetadata(kItemLoop)) return "the loop has lost its form";
  if (instructions_in(items) > cost::kMostInstructions && !must) return "it is too long";
  return Linearisation::why_not(items);
}

std::string why_not_by_spin_wait(const Loop &items, const LaneAnalyses &lanes, const DominatorTree &dominators) {
  const Instruction *wait = ForwardProgress(items, lanes.flow, lanes.strides, dominators).spin_wait();
  if (!wait) return {};
  std::string why = "its work-items wait for each other";
  if (const DebugLoc &where = wait->getDebugLoc()) why += " in line " + std::to_string(where.getLine());
  return why;
}

// Whether the instruction's value takes a register of lanes.
static bool is_of_lanes(const Instruction &instruction, const LaneStrides &strides) {
  return !instruction.getType()->isVoidTy() && !instruction.getType()->isIntOrIntVectorTy(1) &&
         !strides.of(&instruction).stride();
}

unsigned lanes_alive(const Loop &items, const LaneStrides &strides) {
  return most_alive(items.getBlocks(),
                    [&](const Instruction &instruction) -> unsigned { return is_of_lanes(instruction, strides); });
}

unsigned registers_of(const VectorOptions &options) { return options.register_bits == 512 ? 32 : 16; }

namespace {

class WidthChoice {
 public:
  WidthChoice(const Loop &items, const LaneAnalyses &lanes, const FarAccesses &far, const VectorOptions &options)
      : items_(items), flow_(lanes.flow), strides_(lanes.strides), far_(far), options_(options),
        layout_(items.getHeader()->getDataLayout()) {}

  unsigned choose() const {
    if (options_.width) return options_.width;
    unsigned width = register_lanes();
    const ConstantInt *size = known_items();
    // In short item loops most lanes of wide vectors would be empty.
    const bool long_loops = size || options_.regroupable;
    unsigned line =
        long_loops ? std::min(lanes_per_line(/*full_vectors=*/size != nullptr), cost::kMostRegisters * width) : 0;
    while (size && line > width && size->getZExtValue() % line != 0) line /= 2;
    const bool lines = line > width;
    if (lines) width = line;
    while (size && width > abi::kLeastLanes && size->getZExtValue() <= width / 2) width /= 2;
    // Several vectors in flight hide each other's latencies, if all are always full, as they mostly are in a
    // regroupable kernel, whose item loops are made long.
    const unsigned most = lines                          ? 1
                          : !diverges(/*gathers=*/false) ? in_flight(width, size != nullptr)
                          : size && only_gathers()       ? std::min(2u, in_flight(width, true))
                                                         : divergent_in_flight(width, size != nullptr);
    auto full = [&](unsigned lanes) { return size ? size->getZExtValue() % lanes == 0 : lanes <= cost::kMostInFlight; };
    for (unsigned vectors = most; vectors > 1; vectors /= 2)
      if (full(vectors * width)) return vectors * width;
    return width;
  }

 private:
  // The number of work-items in the loop, or, where cut-item-ranges has cut the loop, before the cut; null: not known.
  const ConstantInt *known_items() const {
    if (auto *size = dyn_cast<ConstantInt>(items_of(items_))) return size;
    auto *compare = cast<ICmpInst>(cast<BranchInst>(items_.getLoopLatch()->getTerminator())->getCondition());
    const MDNode *most = compare->getMetadata(kItemsAtMost);
    return most ? mdconst::extract<ConstantInt>(most->getOperand(0)) : nullptr;
  }

  // How many vectors at once gain: where a loop's iteration waits for the results of the one before, as many as keep
  // half of the registers free; two, if the loops reach memory, or where item loops are known to be of full vectors.
  // More, if that hides latencies. One, if a call of an image function lets no value stay in a register; two, if such
  // calls become code inline for rows, whose checks two vectors share.
  unsigned in_flight(unsigned width, bool known_size) const {
    SmallVector<const CallInst *> images;
    for (const BasicBlock *block : items_.blocks())
      for (const Instruction &one : *block)
        if (image_call_of(one)) images.push_back(cast<CallInst>(&one));
    const unsigned carried = carried_bits(), registers = registers_of(options_) / 2;
    if (!images.empty())
      return (known_size || options_.regroupable) && are_inline_rows(images) &&
                     2 * carried * width <= registers * options_.register_bits
                 ? 2
                 : 1;
    const bool waits = carried != 0 && (known_size || options_.regroupable);
    unsigned most = waits ? 4 : known_size ? 2 : 1;
    for (const Loop *loop : items_.getSubLoops())
      for (const BasicBlock *block : loop->blocks())
        if (any_of(*block, [&](const Instruction &one) { return reaches_memory(one); })) most = std::min(most, 2u);
    const unsigned least = known_size && carried * width <= registers * options_.register_bits ? 2 : 1;
    while (most > least && carried * width * most > registers * options_.register_bits) most /= 2;
    if (!known_size && !options_.regroupable) return most;
    const unsigned alive = lanes_alive(items_, strides_);
    if (most * alive > 2 * registers) most = std::min(most, 2u);
    size_t longest = 1;
    for (const BasicBlock *block : items_.blocks()) longest = std::max(longest, block->size());
    const bool is_long = double(longest) > cost::kWindow;
    const double in_registers =
        (is_long ? cost::kMostAliveInLongCode : cost::kMostAlive) * 2 * registers / std::max(1u, alive);
    // In code without a loop, which runs once, more than two vectors cost the build more than they gain, but where they
    // share many loads.
    double in_code = cost::kMostLongCode / double(longest);
    if (items_.isInnermost() && !shares_loads()) in_code = std::min(2.0, in_code);
    return std::max(most, that_hide_latency(std::min(in_registers, in_code), is_long));
  }

  bool shares_loads() const {
    double shared = 0, of_each = 0;
    for (const BasicBlock *block : items_.blocks())
      for (const Instruction &instruction : *block)
        if (is_of_lanes(instruction, strides_))
          of_each += registers_of(instruction, layout_, options_.register_bits);
        else if (isa<LoadInst>(instruction))
          ++shared;
    return shared >= cost::kLeastSharedLoads * of_each;
  }

  // Whether InlineImageCallsPass and VectorBody::takes_row() will say the same, as a rule.
  bool are_inline_rows(ArrayRef<const CallInst *> calls) const {
    return calls.size() <= kMostInlineImageCalls && instructions_in(items_) <= kMostInImageLoop &&
           all_of(calls, [&](const CallInst *call) {
             return is_short_image_call(*call) && strides_.uniform(call->getArgOperand(kUniformParameters + 1)) &&
                    strides_.uniform(call->getArgOperand(kUniformParameters + 2));
           });
  }

  // How many vectors at once, up to a limit, keep the CPU busy while each waits for its own results.
  unsigned that_hide_latency(double most, bool is_long) const {
    double waiting = 0, of_each = 0, shared = 0;  // cycles
    for (const Loop *loop : items_.getLoopsInPreorder()) {
      Chains chains;
      double begun = 0, instructions = 0, uniform_loads = 0;
      for (BasicBlock *block : flow_.order()) {
        if (flow_.loop_of(block) != loop || is_rare(*block)) continue;
        chains.add(*block, block == loop->getHeader(), options_.register_bits,
                   [&](const Instruction &instruction) { return is_of_lanes(instruction, strides_); });
        for (const Instruction &instruction : *block)
          if (is_of_lanes(instruction, strides_)) {
            // A precompiled function computes one vector after the other.
            if (isa<CallInst>(instruction) && !isa<IntrinsicInst>(instruction)) return 1;
            begun += registers_of(instruction, layout_, options_.register_bits);
            ++instructions;
          } else if (isa<LoadInst>(instruction) && (loop != &items_ || items_.isInnermost())) {
            ++uniform_loads;
          }
      }
      begun /= cost::kMostBegunPerCycle;
      const double at_once = std::max(1.0, cost::kWindow / std::max(1.0, instructions));
      const double often = std::pow(cost::kIterations, loop->getLoopDepth() - items_.getLoopDepth());
      const double carried = loop == &items_ ? 0 : chains.carried(*loop);
      of_each += often * begun;
      shared += often * uniform_loads / cost::kMostBegunPerCycle;
      waiting += often * std::max(carried, chains.longest() / at_once);
    }
    // In code that is longer than the window a chain and what could run beside it overlap in part.
    auto cycles = [&](unsigned vectors) {
      const double busy = shared + vectors * of_each;
      return (std::max(waiting, busy) + (is_long ? std::min(waiting, busy) / 2 : 0)) / vectors;
    };
    unsigned vectors = 1;
    while (vectors < cost::kMostTogether && 2 * vectors <= most &&
           cycles(2 * vectors) * cost::kLeastGain < cycles(vectors))
      vectors *= 2;
    return vectors;
  }

  // Whether each vector in flight reaches memory by the instruction; all vectors share a uniform load.
  bool reaches_memory(const Instruction &instruction) const {
    const auto *load = dyn_cast<LoadInst>(&instruction);
    return instruction.mayReadOrWriteMemory() && !(load && strides_.stride(load->getPointerOperand()) == 0);
  }

  // Whether a block does much of the work: if work-items have loops, code beside these loops does not.
  bool matters(const BasicBlock &block) const {
    return items_.isInnermost() || flow_.loop_of(&block) != &items_ || flow_.predicated(&block);
  }

  // Lanes that have left a loop wait for the last lane, with two vectors in flight longer than with one. Two vectors
  // pay if each iteration waits for the one before: their iterations then take little longer than one vector's.
  unsigned divergent_in_flight(unsigned width, bool known_size) const {
    const unsigned registers = registers_of(options_) / 2;
    if (!(known_size || options_.regroupable) || 2 * carried_bits() * width > registers * options_.register_bits)
      return 1;
    bool diverges = false;
    for (const Loop *loop : items_.getLoopsInPreorder()) {
      if (!loop->isInnermost()) continue;
      if (!waits_for_itself(*loop)) return 1;
      diverges |= flow_.divergent(loop);
    }
    // In longer item loops the values of two vectors spill.
    return diverges && instructions_in(items_) <= cost::kMostLineItems ? 2 : 1;
  }

  // Whether a loop without accesses to memory waits for its own results most of the time.
  bool waits_for_itself(const Loop &loop) const {
    Chains chains;
    double begun = 0;
    for (BasicBlock *block : flow_.order()) {
      if (!loop.contains(block) || is_rare(*block)) continue;
      chains.add(*block, block == loop.getHeader(), options_.register_bits);
      for (const Instruction &instruction : *block) {
        if (reaches_memory(instruction)) return false;
        if (!strides_.stride(&instruction)) begun += registers_of(instruction, layout_, options_.register_bits);
      }
    }
    return chains.carried(loop) >= cost::kLeastWaitingLanes * begun / cost::kBegunPerCycle;
  }

  // Lanes of the kind of value that most of the loop computes with.
  unsigned register_lanes() const {
    unsigned narrow = 0, broad = 0;
    for (BasicBlock *block : items_.blocks())
      for (Instruction &instruction : *block) {
        if (is_rare(*block)) break;
        Type *type = instruction.getType();
        if (auto *store = dyn_cast<StoreInst>(&instruction)) type = store->getValueOperand()->getType();
        if (strides_.stride(&instruction) || !(type->isIntOrIntVectorTy() || type->isFPOrFPVectorTy())) continue;
        const unsigned bits = type->getScalarSizeInBits();
        if (bits > 32)
          ++broad;
        else if (bits > 1)
          ++narrow;
      }
    return options_.register_bits / (broad > narrow ? 64 : 32);
  }

  // Whether lanes take different edges into blocks that matter, or access memory one by one there. `gathers`: but for
  // loads that become gathers.
  bool diverges(bool gathers) const {
    return any_of(items_.blocks(), [&](BasicBlock *block) { return matters(*block) && diverges(*block, gathers); });
  }

  bool diverges(BasicBlock &block, bool gathers) const {
    if (is_rare(block)) return false;
    if (flow_.predicated(&block) && !is_in_uniform_loop(block)) return true;
    return any_of(block, [&](Instruction &instruction) {
      if (gathers && is_gather(instruction)) return false;
      const Value *pointer = getLoadStorePointerOperand(&instruction);
      if (!pointer) return instruction.isAtomic();
      const auto stride = strides_.of(pointer).stride();  // which mostly holds where it rests on checks
      const uint64_t size = layout_.getTypeStoreSize(getLoadStoreType(&instruction));
      if (!stride) return !is_clamped_row(*pointer, size);
      return *stride != 0 && uint64_t(std::abs(*stride)) != size;
    });
  }

  // Whether lanes differ in nothing but gathers, so that two vectors in flight are faster than one: a CPU looks ahead
  // no further than the gathers of one vector, and another vector computes addresses meanwhile. Filters of images
  // went 1.05 to 1.3 times as fast, with up to 21 values of a vector alive. False for long code, where the search takes
  // time.
  bool only_gathers() const {
    return instructions_in(items_) <= cost::kMostLongCode && !diverges(/*gathers=*/true) &&
           lanes_alive(items_, strides_) <= cost::kMostAliveByGathers * registers_of(options_);
  }

  // Whether a load becomes a gather: of members next to each other that have more bytes together than an element of a
  // gather, each lane's are loaded as they are, and the loads of one vector keep a CPU busy.
  bool is_gather(Instruction &instruction) const {
    const auto *load = dyn_cast<LoadInst>(&instruction);
    if (!load || !load->isSimple() || strides_.of(load->getPointerOperand()).stride()) return false;
    const Value *base = start_of(*load);
    uint64_t bytes = 0;
    for (const Instruction &other : *load->getParent())
      if (const auto *member = dyn_cast<LoadInst>(&other); member && start_of(*member) == base)
        bytes += layout_.getTypeStoreSize(member->getType());
    return bytes <= cost::kMostGatheredBytes;
  }

  const Value *start_of(const LoadInst &load) const {
    APInt offset(layout_.getIndexTypeSizeInBits(load.getPointerOperandType()), 0);
    return load.getPointerOperand()->stripAndAccumulateConstantOffsets(layout_, offset, /*AllowNonInbounds=*/true);
  }

  // Whether the lanes' elements are neighbours but where an index is clamped, as texels are to an image: of all vectors
  // together the first and the last lane alone are checked. Of elements below 32 bits: texels of several channels take
  // more registers than two vectors have (mean5x5_rgba16f became 1.15 times as slow, mean5x5_r8 1.3 times as fast).
  bool is_clamped_row(const Value &pointer, uint64_t size) const {
    auto *step = dyn_cast<GetElementPtrInst>(&pointer);
    if (size >= 4 || !step || step->getNumIndices() != 1 || !strides_.uniform(step->getPointerOperand())) return false;
    uint64_t bytes = layout_.getTypeAllocSize(step->getSourceElementType());
    const Value *index = step->getOperand(1);
    for (unsigned depth = 0; depth < 8; ++depth) {
      if (const auto stride = strides_.stride(index)) return *stride > 0 && uint64_t(*stride) * bytes == size;
      auto *instruction = dyn_cast<Instruction>(index);
      if (!instruction) return false;
      const Value *first = instruction->getOperand(0), *second = nullptr;
      if (isa<MinMaxIntrinsic>(instruction) || instruction->getOpcode() == Instruction::Add) {
        second = instruction->getOperand(1);
      } else if (auto *by = instruction->isBinaryOp() ? dyn_cast<ConstantInt>(instruction->getOperand(1)) : nullptr) {
        if (instruction->getOpcode() != Instruction::Mul && instruction->getOpcode() != Instruction::Shl) return false;
        if (by->getValue().uge(16)) return false;
        bytes *= instruction->getOpcode() == Instruction::Mul ? by->getZExtValue() : 1 << by->getZExtValue();
      } else if (!isa<SExtInst>(instruction)) {
        return false;
      }
      index = !second || strides_.uniform(second) ? first : strides_.uniform(first) ? second : nullptr;
      if (!index) return false;
    }
    return false;
  }

  // Whether all lanes leave the block's loops at once, so that masks are of the block alone.
  bool is_in_uniform_loop(const BasicBlock &block) const {
    const Loop *loop = flow_.loop_of(&block);
    if (loop == &items_) return false;
    for (; loop != &items_; loop = loop->getParentLoop())
      if (flow_.divergent(loop)) return false;
    return true;
  }

  // How many work-items share a cache line where each iteration of a small loop accesses other lines, as down a column
  // of bytes: the line is often evicted before the next vector comes. 0: there is no such loop.
  unsigned lanes_per_line(bool full_vectors) const {
    if (!strides_.variables().empty()) return 0;  // all lanes' take memory
    unsigned instructions = 0;
    for (BasicBlock *block : items_.blocks())
      if (!is_rare(*block)) instructions += block->size();
    if (instructions > cost::kMostLineItems) return 0;
    unsigned lanes = 0;
    for (BasicBlock *block : items_.blocks()) {
      const Loop *loop = flow_.loop_of(block);
      if (loop == &items_ || is_rare(*block)) continue;
      if (flow_.divergent(loop) && !strides_.ends_by_range_check(*loop)) continue;
      if (instructions_in(*loop) > cost::kMostLineLoop) continue;
      for (Instruction &instruction : *block) lanes = std::max(lanes, lanes_per_line(instruction, *loop, full_vectors));
    }
    // Values that a loop carries may take half of the registers.
    const unsigned registers = registers_of(options_) / 2;
    while (carried_bits() * lanes > registers * options_.register_bits) lanes /= 2;
    return lanes;
  }

  // The same for one access; 0: the access does not count.
  unsigned lanes_per_line(Instruction &access, const Loop &loop, bool full_vectors) const {
    Value *pointer = getLoadStorePointerOperand(&access);
    if (!pointer || access.isAtomic()) return 0;
    const uint64_t size = layout_.getTypeStoreSize(getLoadStoreType(&access));
    // Without masked accesses, most of an item loop's remainder would run item by item.
    if (!full_vectors && !has_masked_access(options_.register_bits, unsigned(8 * size))) return 0;
    const auto stride = strides_.of(pointer).stride();
    return stride && uint64_t(std::abs(*stride)) == size && far_(pointer, loop)
               ? unsigned(kCacheLine / std::max<uint64_t>(size, 1))
               : 0;
  }

  // Bits that one lane carries from iteration to iteration, in the loop that carries most.
  unsigned carried_bits() const {
    unsigned most = 0;
    for (const Loop *loop : items_.getLoopsInPreorder()) {
      unsigned bits = 0;
      for (const PHINode &phi : loop->getHeader()->phis())
        if (loop != &items_ && !strides_.stride(&phi))
          bits += std::max(32u, unsigned(phi.getType()->getPrimitiveSizeInBits()));
      most = std::max(most, bits);
    }
    return most;
  }

  const Loop &items_;
  const Linearisation &flow_;
  const LaneStrides &strides_;
  const FarAccesses &far_;
  const VectorOptions &options_;
  const DataLayout &layout_;
};

}  // namespace

unsigned choose_width(const Loop &items, const LaneAnalyses &lanes, const FarAccesses &far,
                      const VectorOptions &options) {
  return WidthChoice(items, lanes, far, options).choose();
}

// Whether masks become many branches: with AVX2 these took half the build time of an image filter.
bool has_dear_masks(const Loop &items, const LaneStrides &strides, unsigned register_bits) {
  if (register_bits == 512) return false;
  const DataLayout &layout = items.getHeader()->getDataLayout();
  return any_of(items.blocks(), [&](BasicBlock *block) {
    return any_of(*block, [&](Instruction &instruction) {
      const Value *pointer = getLoadStorePointerOperand(&instruction);
      if (!pointer || strides.variable(pointer)) return false;
      const auto stride = strides.stride(pointer);
      if (stride == 0) return false;
      const auto size = int64_t(layout.getTypeStoreSize(getLoadStoreType(&instruction)));
      const bool near = stride && std::abs(*stride) <= cost::kNearMembers * size;
      return register_bits < 256 || (near && size < 4) || (!near && isa<StoreInst>(instruction));
    });
  });
}

bool masks_are_few(const Loop &items, const LaneStrides &strides, unsigned register_bits, double vectors) {
  if (has_dear_masks(items, strides, register_bits)) return false;
  double masks = 0;
  for (const BasicBlock *block : items.blocks()) {
    const bool in_inner_loop = any_of(items.getSubLoops(), [&](const Loop *loop) { return loop->contains(block); });
    for (const Instruction &instruction : *block) {
      if (instruction.mayReadOrWriteMemory()) {
        if (in_inner_loop) return false;
        masks += register_bits == 512 || isa<LoadInst>(instruction) ? cost::kMaskedAccess : cost::kMaskedStoreAvx2;
      } else if (const auto *branch = dyn_cast<BranchInst>(&instruction); branch && branch->isConditional()) {
        masks += cost::kMaskedBranch;
      }
    }
  }
  return masks <= cost::kMostMasks * vectors;
}

}  // namespace wherry::compiler
