// SPDX-License-Identifier: Apache-2.0
#include "compiler/vectorise/vectorise.h"

#include <cmath>

#include "compiler/analysis/item_loops.h"
#include "compiler/analysis/memory_access.h"
#include "compiler/analysis/target.h"
#include "compiler/ir/address_spaces.h"
#include "compiler/ir/diagnostics.h"
#include "compiler/ir/intrinsics.h"
#include "compiler/ir/metadata.h"
#include "compiler/ir/module_options.h"
#include "compiler/vectorise/candidates.h"
#include "compiler/vectorise/cost.h"
#include "compiler/vectorise/emit/body.h"
#include "compiler/vectorise/epilogue.h"
#include "compiler/vectorise/other_widths.h"
#include "kernel_abi/limits.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;

namespace wherry::compiler {

namespace {

// Whether a condition of few items, or a part of it, compares the local id itself: the lanes of a vector disagree in
// every work-group, not at the borders of the ND-range alone (pathfinder ran at 0.92 of its speed with lanes peeled).
bool disagrees_in_each_group(Value *condition, const Loop &items, const PHINode &index) {
  auto *size = dyn_cast<ConstantInt>(items_of(items));
  if (!size || size->getValue().ugt(cost::kMostAsked)) return false;
  SmallSetVector<Value *, 8> values;
  values.insert(condition);
  for (unsigned k = 0; k < values.size() && k < cost::kMostConditions; ++k) {
    if (values[k] == &index) return true;
    auto *step = dyn_cast<Instruction>(values[k]);
    if (!step) continue;
    if (isa<CastInst, ICmpInst, SelectInst>(step) || step->isBitwiseLogicOp() ||
        (isa<BinaryOperator>(step) && isa<Constant>(step->getOperand(1))))
      values.insert(step->op_begin(), step->op_end());
  }
  return false;
}

// Marks the range checks that a work-item makes before it has an effect as speculatively uniform. A vector whose lanes
// disagree on such a check is peeled, or left to the scalar remainder; other vectors need no masks behind the check.
// True: a check has been marked.
bool mark_speculation(const Loop &items, const PHINode &index, const LaneAnalyses &lanes) {
  bool found = false;
  DenseSet<BasicBlock *> seen;
  for (BasicBlock *block = items.getHeader(); block && seen.insert(block).second;) {
    if ((lanes.flow.predicated(block) && !found) || any_of(*block, has_effect)) break;
    auto *branch = dyn_cast<BranchInst>(block->getTerminator());
    if (!branch || block == items.getLoopLatch()) break;
    BasicBlock *next = branch->getSuccessor(0);
    if (branch->isConditional()) {
      auto *condition = dyn_cast<Instruction>(branch->getCondition());
      if (!condition || lanes.strides.uniform(condition) || !items.contains(condition) ||
          !isa<ICmpInst, BinaryOperator, SelectInst>(condition) || !lanes.strides.is_range_check(condition) ||
          disagrees_in_each_group(condition, items, index))
        break;
      condition->setMetadata(kSpeculativelyUniform, MDNode::get(condition->getContext(), {}));
      found = true;
      // Behind a side that has an effect, lanes that disagree could not begin again.
      const bool out = leads_to_latch(next, items);
      if (out == leads_to_latch(branch->getSuccessor(1), items)) break;
      if (out) next = branch->getSuccessor(1);
    }
    if (lanes.flow.loop_of(next) != &items) break;
    block = next;
  }
  return found;
}

// Computes addresses in private variables inside of the loop, where each lane has its own variable.
void sink_private_addresses(const Loop &items) {
  SmallVector<Instruction *> pointers;
  for (Instruction &instruction : items.getHeader()->getParent()->getEntryBlock())
    if (isa<AllocaInst>(instruction) && !instruction.hasMetadata(kSharedVariable)) pointers.push_back(&instruction);
  BasicBlock::iterator start = items.getHeader()->getFirstInsertionPt();
  MapVector<Value *, Instruction *> inside;
  for (unsigned i = 0; i < pointers.size(); ++i)
    for (User *user : make_early_inc_range(pointers[i]->users())) {
      auto *step = cast<Instruction>(user);
      if (items.contains(step) || !isa<GetElementPtrInst, AddrSpaceCastInst>(step)) continue;
      Instruction *copy = step->clone();
      if (auto found = inside.find(pointers[i]); found != inside.end())
        copy->replaceUsesOfWith(pointers[i], found->second);
      copy->insertBefore(start);
      step->replaceUsesWithIf(copy, [&](const Use &use) { return items.contains(cast<Instruction>(use.getUser())); });
      inside[step] = copy;
      pointers.push_back(step);
    }
  // Weak handles: deleting one copy may delete others.
  SmallVector<WeakTrackingVH> copies;
  for (auto &[step, copy] : inside) copies.push_back(copy);
  RecursivelyDeleteTriviallyDeadInstructionsPermissive(copies);
}

// LLVM would unroll item loops of a known length. If they have loops inside, the code would stand there many times,
// each copy with a branch to mispredict of its own: sparse products ran at 0.8 of their speed.
void keep_item_loops_rolled(Loop &items) {
  if (items.getSubLoops().empty()) return;
  for (Loop *loop = &items; loop && loop->getLoopLatch(); loop = loop->getParentLoop())
    addStringMetadataToLoop(loop, "llvm.loop.unroll.disable", true);
}

// Whether an instruction loads from an address that another load of the loop gives.
bool is_gathered(const Instruction &instruction, const Loop &loop) {
  auto *load = dyn_cast<LoadInst>(&instruction);
  if (!load) return false;
  SmallVector<const Value *> from{load->getPointerOperand()};
  for (unsigned i = 0; i < from.size() && i < cost::kMostSteps; ++i) {
    auto *step = dyn_cast<Instruction>(from[i]);
    if (!step || !loop.contains(step) || isa<PHINode>(step)) continue;
    if (isa<LoadInst>(step)) return true;
    append_range(from, step->operands());
  }
  return false;
}

// Unrolls short loops that add up gathered elements, as of a row of a sparse matrix, which LLVM keeps rolled: a jump
// for each element took a tenth of the time. Sums that may be reordered are LLVM's to unroll.
void unroll_gathered_sums(Loop &items) {
  for (Loop *loop : items.getLoopsInPreorder()) {
    BasicBlock *latch = loop->getLoopLatch();
    if (!loop->isInnermost() || loop == &items || !latch || !loop->getExitingBlock() ||
        instructions_in(*loop) > cost::kMostGatheredLoop)
      continue;
    const bool sums = any_of(loop->getHeader()->phis(), [&](PHINode &phi) {
      auto *next = dyn_cast<FPMathOperator>(phi.getIncomingValueForBlock(latch));
      return next && !next->hasAllowReassoc();
    });
    if (sums && any_of(loop->blocks(), [&](const BasicBlock *block) {
          return any_of(*block, [&](const Instruction &one) { return is_gathered(one, *loop); });
        }))
      addStringMetadataToLoop(loop, "llvm.loop.unroll.count", cost::kGatheredCopies);
  }
}

bool of_one_sub_group(const Loop &items) {
  const Loop *around = items.getParentLoop();
  return around &&
         any_of(around->getHeader()->phis(), [](const PHINode &phi) { return phi.hasMetadata(kSubGroupLoop); });
}

void print_lines(const Loop &loop, raw_ostream &out) {
  unsigned first = UINT_MAX, last = 0;
  for (const BasicBlock *block : loop.blocks())
    for (const Instruction &instruction : *block)
      if (const DebugLoc &where = instruction.getDebugLoc(); where && where.getLine()) {
        first = std::min(first, where.getLine());
        last = std::max(last, where.getLine());
      }
  out << "  ";
  if (last) out << "lines " << first << " to " << last << ": ";
}

void print_counts(const VectorCounts &counts, raw_ostream &out) {
  out << counts.contiguous << " contiguous accesses, " << counts.uniform << " uniform, " << counts.groups
      << " of members, " << counts.gathers << " gathers, " << counts.scatters << " scatters, " << counts.by_lane
      << " lane by lane";
  if (counts.checked) out << ", " << counts.checked << " of them contiguous by a run-time check";
  if (counts.updates) out << ", " << counts.updates << " atomic operations of all lanes as one";
  if (counts.tables) out << ", " << counts.tables << " out of tables in registers";
  if (counts.images) out << ", " << counts.images << " calls of image functions";
  const char *before = " (line ";
  for (unsigned line : counts.slow_lines) {
    out << before << line;
    before = ", ";
  }
  if (!counts.slow_lines.empty()) out << ")";
}

// Whether all vectors are known to be full: LLVM then deletes the epilogue and the scalar remainder.
bool has_whole_vectors(const Loop &items, unsigned width) {
  auto *size = dyn_cast<ConstantInt>(items_of(items));
  return size && size->getValue().urem(width) == 0;
}

// A kernel's item loops. All are analysed and judged before the first one changes: an analysis of the whole function
// for each loop would take a time that grows with the square of the number of loops.
class Vectorizer {
 public:
  Vectorizer(Function &group, const VectorOptions &options, unsigned sub_group_size, raw_ostream &out)
      : group_(group), options_(options), sub_group_size_(sub_group_size), out_(out) {}

  // Whether all item loops are vectorised, and access memory contiguously. An error: a loop with sub-groups is not.
  Expected<bool> run() {
    analyse();
    if (mark_speculations()) analyse();
    MetItemLoops met;
    while (widen_next_lane_stream(met)) analyse();
    const FarAccesses far = far_accesses(group_, *loops_, *dominators_);
    for (Candidate &candidate : candidates_) judge(candidate, far);
    for (Candidate &candidate : candidates_)
      if (candidate.why_not.empty()) emit(candidate);
    repair();
    for (Candidate &candidate : candidates_) report(candidate);
    removeUnreachableBlocks(group_);
    for (Instruction &instruction : instructions(group_))
      if (sees_sub_groups(intrinsic_of(instruction)))
        return createStringError("kernel '" + group_.getFnAttribute(kKernelName).getValueAsString().str() +
                                 "': its sub-groups cannot be run: " + why_);
    return contiguous_;
  }

  // KernelFacts::lanes and other_widths.
  unsigned lanes() const { return lanes_; }
  uint64_t other_widths() const { return other_widths_ & ~uint64_t(std::max(lanes_, 1u)); }

 private:
  struct Candidate {
    ItemLoop loop;
    bool sub_groups;
    std::string lines = {}, why_not = {};      // for the report
    std::unique_ptr<LaneAnalyses> lanes = {};  // null: why_not_by_form() tells
    unsigned width = 0;
    VectorBody::Cost cost = {};
    std::unique_ptr<VectorisedLoop> vectors = {};
    bool outlines_remainder = false;
  };

  void analyse() {
    candidates_.clear();
    dominators_.emplace(group_);
    loops_.emplace(*dominators_);
    for (const ItemLoop &loop : ItemLoops(*loops_)) {
      const bool sub_groups = sees_sub_groups(*loop.items);
      if (!loop.items->getLoopLatch()) continue;
      if (options_.sub_groups_only && !sub_groups) {
        contiguous_ = false;
        continue;
      }
      keep_item_loops_rolled(*loop.items);
      Candidate &candidate = candidates_.emplace_back(Candidate{loop, sub_groups});
      candidate.why_not = why_not_by_form(*loop.items, sub_groups);
      if (candidate.why_not.empty()) sink_private_addresses(*loop.items);
    }
    const auto analyses = std::make_shared<GroupAnalyses>(group_);
    for (Candidate &candidate : candidates_)
      if (candidate.why_not.empty())
        candidate.lanes = std::make_unique<LaneAnalyses>(candidate.loop, *loops_, *dominators_, analyses);
  }

  bool mark_speculations() {
    bool found = false;
    for (const Candidate &candidate : candidates_)
      if (candidate.lanes && !candidate.sub_groups)
        found |= mark_speculation(*candidate.loop.items, *candidate.loop.index, *candidate.lanes);
    return found;
  }

  // True: a stream is widened, and the analyses are outdated.
  bool widen_next_lane_stream(MetItemLoops &met) {
    for (const Candidate &candidate : candidates_) {
      if (!candidate.lanes || !met.insert(candidate.loop)) continue;
      if (!widen_lane_stream(*candidate.loop.items, *loops_, *dominators_, candidate.lanes->flow,
                             candidate.lanes->strides, options_.register_bits))
        continue;
      met.erase(candidate.loop);
      return true;
    }
    return false;
  }

  // Whether neighbouring work-items access memory an unknown distance apart, or their only store leaves gaps between
  // them. (Several such stores LLVM joins to masked ones.)
  static bool any_access_scatters(const Loop &items, const LaneStrides &strides) {
    unsigned stores = 0;
    bool apart = false;
    for (const BasicBlock *block : items.blocks())
      for (const Instruction &access : *block) {
        const Value *pointer = getLoadStorePointerOperand(&access);
        if (!pointer) continue;
        const auto stride = strides.of(pointer).stride();
        if (!stride) return true;
        auto *store = dyn_cast<StoreInst>(&access);
        if (!store) continue;
        ++stores;
        const uint64_t size = store->getDataLayout().getTypeStoreSize(store->getValueOperand()->getType());
        apart |= uint64_t(std::abs(*stride)) > size;
      }
    return stores == 1 && apart;
  }

  // How many lanes, or why none.
  void judge(Candidate &candidate, const FarAccesses &far) {
    Loop &items = *candidate.loop.items;
    const bool sub_groups = candidate.sub_groups;
    raw_string_ostream lines(candidate.lines);
    print_lines(items, lines);
    if (candidate.why_not.empty()) candidate.why_not = why_not_vectors(candidate, far);
    if (sub_groups && !candidate.why_not.empty()) why_ = candidate.why_not;
  }

  std::string why_not_vectors(Candidate &candidate, const FarAccesses &far) {
    Loop &items = *candidate.loop.items;
    const LaneAnalyses &lanes = *candidate.lanes;
    const bool sub_groups = candidate.sub_groups;
    if (std::string why = VectorBody::why_not(items, lanes.strides); !why.empty()) return why;
    if (!sub_groups)
      if (std::string why = why_not_by_spin_wait(items, lanes, *dominators_); !why.empty()) return why;
    unsigned width = sub_groups ? sub_group_size_ : choose_width(items, lanes, far, options_);
    if (of_one_sub_group(items)) width = std::min(width, sub_group_size_);
    if (width < 2) return "asked not to";
    const uint64_t bytes = lane_bytes_ + lane_bytes(lanes.strides, width);
    if (bytes > cost::kMaxLaneBytes && !sub_groups) return "its private variables take too much of the stack";
    const VectorBody::Cost cost = estimate(candidate.loop, lanes, width, far);
    if (!options_.width && !sub_groups) note_other_widths(items, width, cost);
    if (!options_.width && !sub_groups && cost.by_inner_loops < std::min(cost.one_by_one, cost.together))
      return ("an inner loop is left to LLVM's vectoriser: about " + Twine(unsigned(cost.by_inner_loops)) +
              " instructions for " + Twine(width) + " work-items, " + Twine(unsigned(cost.together)) + " as lanes")
          .str();
    if (!options_.width && !sub_groups && cost.together > cost.one_by_one) {
      unroll_gathered_sums(items);
      // LLVM takes gathers and scatters for cheap: a reduction's step took 3 times as long with its vectors.
      if (items.isInnermost() && any_access_scatters(items, lanes.strides))
        addStringMetadataToLoop(&items, "llvm.loop.vectorize.enable", 0);
      return ("it would not pay: about " + Twine(unsigned(cost.together)) + " instructions for " + Twine(width) +
              " work-items together, " + Twine(unsigned(cost.one_by_one)) + " one by one")
          .str();
    }
    lane_bytes_ = bytes;
    candidate.width = width;
    candidate.cost = cost;
    return {};
  }

  uint64_t lane_bytes(const LaneStrides &strides, unsigned width) const {
    uint64_t bytes = 0;
    for (const LaneVariable &variable : strides.variables())
      bytes += variable.variable->getAllocationSize(group_.getDataLayout())->getFixedValue() * width;
    return bytes;
  }

  VectorBody::Cost estimate(const ItemLoop &loop, const LaneAnalyses &lanes, unsigned width, const FarAccesses &far) {
    VectorBody::LaneVariables variables;
    VectorBody body(*loop.items, loop.index, lanes.flow, lanes.strides, width, options_.register_bits,
                    *loop.items->getLoopPreheader(), variables);
    const VectorBody::Cost cost = body.cost(nullptr, {});
    // Far accesses and inner loops, for which scalar evolution is computed, are asked for where they may matter: far
    // accesses only add to the cost of items one by one, inner loops gain little where lanes do nearly all at once.
    if (cost.together > cost.one_by_one) return body.cost(far, {});
    if (cost.together * width < 2 * cost.one_by_one) return cost;
    return body.cost(nullptr, {*loop.items, *loops_, *dominators_, options_.register_bits});
  }

  // Notes other widths that may be as good as an item loop's own, as far as the estimates tell.
  void note_other_widths(const Loop &items, unsigned width, const VectorBody::Cost &cost) {
    const double apart = std::min(cost.one_by_one, cost.by_inner_loops);
    const double doubt = cost.leaves_by_data                  ? cost::kDoubtByData
                         : cost.gathers > 0.5 * cost.together ? cost::kDoubtByGathers
                                                              : cost::kDoubt;
    if (cost.together < doubt * apart && apart < doubt * cost.together) other_widths_ |= 1 | width;
    if (cost.together >= doubt * apart) return;
    const auto *size = dyn_cast<ConstantInt>(items_of(items));
    if (width < abi::kMostLanes && !(size && size->getZExtValue() <= width)) other_widths_ |= 2 * width;
    if (width > abi::kLeastLanes && cost.together <= apart) other_widths_ |= width / 2;
  }

  void emit(Candidate &candidate) {
    Loop &items = *candidate.loop.items;
    const LaneStrides &strides = candidate.lanes->strides;
    const unsigned width = candidate.width;
    const VectorBody::Cost &cost = candidate.cost;
    const unsigned instructions = instructions_in(items);
    const bool is_long = any_of(items.blocks(), [](const BasicBlock *block) { return block->size() > cost::kWindow; });
    const unsigned alive = lanes_alive(items, strides);
    candidate.vectors = std::make_unique<VectorisedLoop>(items, *candidate.loop.index, candidate.lanes->flow, strides,
                                                         width, options_.register_bits);
    VectorisedLoop &vectors = *candidate.vectors;
    // The number of work-items from which an epilogue pays.
    const double least = std::max(cost::kLeastItems, cost::kEpilogueMargin * width * cost.together / cost.one_by_one);
    const bool epilogue = instructions <= cost::kMostEpilogue &&
                          (candidate.sub_groups || !has_dear_masks(items, strides, options_.register_bits));
    if (!candidate.sub_groups && instructions >= cost::kLeastMasked && least <= cost::kLeastRemainder &&
        !has_whole_vectors(items, width) && masks_are_few(items, strides, options_.register_bits, cost.together)) {
      vectors.build_masked_alone();
    } else if (candidate.sub_groups || (epilogue && least <= cost::kLeastRemainder)) {
      vectors.build_without_remainder();
    } else {
      vectors.build(epilogue && least < width ? unsigned(std::ceil(least)) : 0);
      candidate.outlines_remainder = instructions > cost::kMostEpilogue;
    }
    const unsigned vectors_in_flight = std::max(1u, width * 32 / options_.register_bits);
    // LLVM aligns spill slots of 64 bytes only in functions that are marked so beforehand: a hash whose vectors spill
    // took 1.4 times as long with each second spill on two cache lines. It takes a register for addresses.
    if (vectors_in_flight * alive >= registers_of(options_)) group_.addFnAttr("stackrealign");
    if (vectors_in_flight > 1 && is_long) group_.addFnAttr(kInterleaved);
    if (vectors_in_flight > group_.getFnAttributeAsParsedInteger(kVectorsInFlight, 1))
      group_.addFnAttr(kVectorsInFlight, std::to_string(vectors_in_flight));
  }

  void repair() {
    SmallVector<VectorBody *> bodies;
    for (const Candidate &candidate : candidates_)
      if (candidate.vectors) append_range(bodies, candidate.vectors->bodies());
    VectorBody::repair(group_, bodies);
    for (const Candidate &candidate : candidates_)
      if (candidate.outlines_remainder) candidate.vectors->outline_remainder();
  }

  void report(const Candidate &candidate) {
    out_ << candidate.lines;
    if (!candidate.vectors) {
      contiguous_ = false;
      out_ << "not vectorised: " << candidate.why_not << "\n";
      return;
    }
    const VectorCounts &counts = candidate.vectors->counts();
    lanes_ = std::max(lanes_, candidate.width);
    contiguous_ &= counts.gathers + counts.scatters + counts.by_lane == counts.checked;
    print_counts(counts, out_ << "vectorised, " << candidate.width << " work-items at once: ");
    out_ << "; about " << unsigned(candidate.cost.together) << " instructions for "
         << unsigned(candidate.cost.one_by_one) << "\n";
  }

  Function &group_;
  const VectorOptions &options_;
  const unsigned sub_group_size_;
  unsigned lanes_ = 0;
  uint64_t other_widths_ = 0;
  raw_ostream &out_;
  bool contiguous_ = true;
  std::optional<DominatorTree> dominators_;
  std::optional<LoopInfo> loops_;
  std::vector<Candidate> candidates_;  // in the preorder of loops
  std::string why_;                    // a loop with sub-groups was declined
  uint64_t lane_bytes_ = 0;            // of the private variables of all loops vectorised so far
};

}  // namespace

void prepare_one_by_one(Function &group) {
  DominatorTree dominators(group);
  LoopInfo loops(dominators);
  for (const ItemLoop &loop : ItemLoops(loops)) {
    keep_item_loops_rolled(*loop.items);
    unroll_gathered_sums(*loop.items);
  }
}

// Volatile accesses to local memory, by which kernels for GPUs go without barriers inside of a warp, have vector forms
// like others: a worker runs the whole work-group, and the lanes of each access come before those of the next one. Not
// where work-items wait for what others store.
static void vectorise_local_volatiles(Function &group) {
  if (yields(group)) return;
  for (Instruction &each : instructions(group)) {
    auto *load = dyn_cast<LoadInst>(&each);
    auto *store = dyn_cast<StoreInst>(&each);
    if (load && !load->isAtomic() && load->getPointerAddressSpace() == kLocalSpace) load->setVolatile(false);
    if (store && !store->isAtomic() && store->getPointerAddressSpace() == kLocalSpace) store->setVolatile(false);
  }
}

bool VectoriseItemLoopsPass::run_on(KernelFacts &kernel, FunctionAnalysisManager &) {
  if (!kernel.vectorise) return false;
  Function &group = *kernel.group;
  const ModuleOptions options = ModuleOptions::of(*group.getParent());
  const VectorOptions vectors{options.vector_width, TargetDescription::of(group).register_bits, !options.vectorises(),
                              kernel.regroupable};
  const bool keeps = keeps_width(kernel);  // before lanes make other accesses
  vectorise_local_volatiles(group);
  std::string text;
  raw_string_ostream out(text);
  Vectorizer vectorizer(group, vectors, unsigned(kernel.sub_group_size), out);
  Expected<bool> contiguous = vectorizer.run();
  const uint64_t other_widths = keeps ? 0 : vectorizer.other_widths();
  if (other_widths) print_other_widths(other_widths, out);
  remark(group, text);
  if (!contiguous) {
    fail(*group.getParent(), toString(contiguous.takeError()));
    return true;
  }
  kernel.contiguous = *contiguous;
  kernel.lanes = vectorizer.lanes();
  kernel.other_widths = other_widths;
  kernel.write();
  return true;
}

}  // namespace wherry::compiler
