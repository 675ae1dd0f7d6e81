#include "compiler/vectorise/vectorise.h"

#include <cmath>

#include "compiler/analysis/forward_progress.h"
#include "compiler/analysis/target.h"
#include "compiler/ir/diagnostics.h"
#include "compiler/ir/intrinsics.h"
#include "compiler/ir/metadata.h"
#include "compiler/ir/module_options.h"
#include "compiler/opt/nontemporal_stores.h"
#include "compiler/vectorise/emit/body.h"
#include "compiler/vectorise/epilogue.h"
#include "compiler/vectorise/lane_streams.h"
#include "compiler/vectorise/split_vectors.h"
#include "llvm/Analysis/CycleAnalysis.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;

namespace wherry::compiler {

namespace {

struct VectorOptions {
  unsigned width;          // lanes; 1: none; 0: as many as suit the loop
  unsigned register_bits;  // of the CPU's vectors
  bool sub_groups_only;    // loops without them stay as they are
  bool any_groups;         // rows are long: the driver may group the work-items otherwise
};

// All lanes' private variables together stand on the worker's stack.
constexpr uint64_t kMaxLaneBytes = 128 * 1024;
// A longer region is run item by item, to keep builds short.
constexpr unsigned kMostInstructions = 20'000;
// What a value of all lanes may take, for the sake of memory.
constexpr unsigned kMostVectors = 4;

PHINode *number_of(const Loop *loop) {
  for (PHINode &phi : loop->getHeader()->phis())
    if (phi.hasMetadata(kItemLoop)) return &phi;
  return nullptr;
}

class Vectorizer {
 public:
  Vectorizer(Function &group, const VectorOptions &options, unsigned sub_group_size, raw_ostream &out)
      : group_(group), options_(options), sub_group_size_(sub_group_size), out_(out) {}

  // One loop at a time: each changes the graph.
  Expected<bool> run() {
    for (bool again = true; again;) {
      again = false;
      DominatorTree dominators(group_);
      LoopInfo loops(dominators);
      for (Loop *loop : loops.getLoopsInPreorder()) {
        PHINode *x = number_of(loop);
        if (!x || !loop->getLoopLatch() || !seen_.insert(x).second) continue;
        again = vectorize(*loop, *x, loops, dominators);
        if (std::exchange(changed_, false)) {
          seen_.erase(x);
          again = true;
          break;
        }
        rows_ &= again;
        if (again) break;
      }
    }
    removeUnreachableBlocks(group_);
    for (Instruction &instruction : instructions(group_))
      if (sees_sub_groups(intrinsic_of(instruction)))
        return createStringError("kernel '" + group_.getName().drop_front(3).str() +
                                 "': its sub-groups cannot be run: " + why_);
    return rows_;
  }

 private:
  void say_where(const Loop &loop) {
    unsigned first = UINT_MAX, last = 0;
    for (const BasicBlock *block : loop.blocks())
      for (const Instruction &instruction : *block)
        if (const DebugLoc &where = instruction.getDebugLoc(); where && where.getLine()) {
          first = std::min(first, where.getLine());
          last = std::max(last, where.getLine());
        }
    if (last)
      out_ << "  lines " << first << " to " << last << ": ";
    else
      out_ << "  ";
  }

  std::string prepare(Loop &loop) {
    auto *branch = cast<BranchInst>(loop.getLoopLatch()->getTerminator());
    auto *compare = dyn_cast<ICmpInst>(branch->getCondition());
    if (!compare || !compare->hasMetadata(kItemLoop) || !loop.getLoopPreheader() || !loop.getExitBlock())
      return "the loop has lost its form";
    return {};
  }

  struct Look {
    std::unique_ptr<Uniformity> uniformity;
    std::unique_ptr<VectorFlow> flow;
    std::unique_ptr<VectorShapes> shapes;
  };

  // Marks the bounds that a work-item looks at before it does anything. A vector whose lanes differ there is run item
  // by item; all others need no masks behind.
  static bool expect_agreement(Loop &loop, const VectorShapes &shapes, const VectorFlow &flow) {
    bool found = false;
    DenseSet<BasicBlock *> seen;
    for (BasicBlock *block = loop.getHeader(); block && seen.insert(block).second;) {
      if (flow.predicated(block) && !found) break;
      if (any_of(*block, [](Instruction &instruction) {
            return instruction.mayHaveSideEffects() && !isa<LifetimeIntrinsic>(instruction) &&
                   !instruction.isTerminator();
          }))
        break;
      auto *branch = dyn_cast<BranchInst>(block->getTerminator());
      if (!branch || block == loop.getLoopLatch()) break;
      BasicBlock *next = branch->getSuccessor(0);
      if (branch->isConditional()) {
        auto *condition = dyn_cast<Instruction>(branch->getCondition());
        if (!condition || shapes.uniform(condition) || !loop.contains(condition) ||
            !isa<ICmpInst, BinaryOperator, SelectInst>(condition) || !shapes.is_bound(condition))
          break;
        condition->setMetadata(kSpeculativelyUniform, MDNode::get(condition->getContext(), {}));
        found = true;
        // Behind a side on which something is done, those who differ there could not begin again.
        const bool out = leads_out(next, loop);
        if (out == leads_out(branch->getSuccessor(1), loop)) break;
        if (out) next = branch->getSuccessor(1);
      }
      if (flow.loop_of(next) != &loop) break;
      block = next;
    }
    return found;
  }

  // Without doing anything.
  static bool leads_out(BasicBlock *block, const Loop &loop) {
    for (unsigned steps = 0; steps < 4; ++steps) {
      if (block == loop.getLoopLatch()) return true;
      auto *branch = dyn_cast<BranchInst>(block->getTerminator());
      if (!branch || branch->isConditional() || &*block->getFirstNonPHIIt() != branch) return false;
      block = branch->getSuccessor(0);
    }
    return false;
  }

  // Addresses in private variables that were computed before the loop: each lane has its own.
  void bring_in(Loop &loop) {
    SmallVector<Instruction *> pointers;
    for (Instruction &instruction : group_.getEntryBlock())
      if (isa<AllocaInst>(instruction) && !instruction.hasMetadata(kSharedVariable)) pointers.push_back(&instruction);
    BasicBlock::iterator start = loop.getHeader()->getFirstInsertionPt();
    DenseMap<Value *, Instruction *> inside;
    for (unsigned i = 0; i < pointers.size(); ++i)
      for (User *user : make_early_inc_range(pointers[i]->users())) {
        auto *step = cast<Instruction>(user);
        if (loop.contains(step) || !isa<GetElementPtrInst, AddrSpaceCastInst>(step)) continue;
        Instruction *copy = step->clone();
        if (auto found = inside.find(pointers[i]); found != inside.end())
          copy->replaceUsesOfWith(pointers[i], found->second);
        copy->insertBefore(start);
        step->replaceUsesWithIf(copy, [&](const Use &use) { return loop.contains(cast<Instruction>(use.getUser())); });
        inside[step] = copy;
        pointers.push_back(step);
      }
    // Each may take others with it.
    SmallVector<WeakTrackingVH> copies;
    for (auto &[step, copy] : inside) copies.push_back(copy);
    RecursivelyDeleteTriviallyDeadInstructionsPermissive(copies);
  }

  // Lanes of the kind of value that most of the loop computes with.
  unsigned choose_width(const Loop &loop, const VectorShapes &shapes, const VectorFlow &flow,
                        const FarWalks &far) const {
    if (options_.width) return options_.width;
    unsigned width = native_width(loop, shapes);
    auto *compare = cast<ICmpInst>(cast<BranchInst>(loop.getLoopLatch()->getTerminator())->getCondition());
    auto *size = dyn_cast<ConstantInt>(compare->getOperand(1));
    // Of short rows most lanes would be empty.
    const bool long_rows = size || options_.any_groups;
    unsigned line = long_rows ? std::min(lanes_of_a_line(loop, shapes, flow, far, size), kMostVectors * width) : 0;
    while (size && line > width && size->getZExtValue() % line != 0) line /= 2;
    const bool lines = line > width;
    if (lines) width = line;
    constexpr unsigned kLeastWidth = 4;
    while (size && width > kLeastWidth && size->getZExtValue() <= width / 2) width /= 2;
    // Two vectors at once hide each other's waits: where the rows are known to be long enough.
    const bool rows = !lines && size && size->getZExtValue() % (2 * width) == 0;
    return rows && none_of(loop.blocks(), [&](BasicBlock *block) { return parts(*block, shapes, flow); }) ? 2 * width
                                                                                                          : width;
  }

  // Whether lanes go different ways there, or to memory one by one.
  bool parts(BasicBlock &block, const VectorShapes &shapes, const VectorFlow &flow) const {
    return !is_rare(block) && (flow.predicated(&block) || any_of(block, [&](Instruction &instruction) {
                                 const Value *pointer = getLoadStorePointerOperand(&instruction);
                                 if (!pointer) return instruction.isAtomic();
                                 const auto stride = shapes.stride(pointer);
                                 const uint64_t size =
                                     group_.getDataLayout().getTypeStoreSize(getLoadStoreType(&instruction));
                                 return !stride || (*stride != 0 && uint64_t(std::abs(*stride)) != size);
                               }));
  }

  // How many work-items share a line where each round of a small loop fetches others, as down a column of bytes: before
  // the next vector comes, its line has often been driven out. 0: there is no such loop.
  unsigned lanes_of_a_line(const Loop &items, const VectorShapes &shapes, const VectorFlow &flow, const FarWalks &far,
                           bool whole_rows) const {
    constexpr unsigned kMostRound = 40, kMostOfAll = 150;  // instructions
    if (!shapes.variables().empty()) return 0;             // all lanes' have to find room
    unsigned of_all = 0;
    for (BasicBlock *block : items.blocks())
      if (!is_rare(*block)) of_all += block->size();
    if (of_all > kMostOfAll) return 0;
    // What goes from round to round is to leave half of the registers free.
    unsigned carried = 0;
    for (const Loop *loop : items.getLoopsInPreorder()) {
      unsigned bits = 0;
      for (const PHINode &phi : loop->getHeader()->phis())
        if (loop != &items && !shapes.stride(&phi))
          bits += std::max(32u, unsigned(phi.getType()->getPrimitiveSizeInBits()));
      carried = std::max(carried, bits);
    }
    const unsigned most_bits = (options_.register_bits == 512 ? 16 : 8) * options_.register_bits;
    unsigned most = 0;
    for (BasicBlock *block : items.blocks()) {
      const Loop *loop = flow.loop_of(block);
      if (loop == &items || is_rare(*block)) continue;
      if (flow.divergent(loop) && !shapes.ends_at_bound(*loop)) continue;
      unsigned round = 0;
      for (BasicBlock *part : loop->blocks()) round += part->size();
      if (round > kMostRound) continue;
      for (Instruction &instruction : *block) {
        Value *pointer = getLoadStorePointerOperand(&instruction);
        if (!pointer || instruction.isAtomic()) continue;
        const uint64_t size = group_.getDataLayout().getTypeStoreSize(getLoadStoreType(&instruction));
        // Most of a row's end would go item by item.
        if (!whole_rows && !masks_rows(options_.register_bits, unsigned(8 * size))) continue;
        const auto stride = shapes.state(pointer).stride;
        const unsigned lanes = kLine / std::max<uint64_t>(size, 1);
        if (lanes > most && stride && uint64_t(std::abs(*stride)) == size && far(pointer, *loop)) most = lanes;
      }
    }
    while (carried * most > most_bits) most /= 2;
    return most;
  }

  unsigned native_width(const Loop &loop, const VectorShapes &shapes) const {
    unsigned narrow = 0, broad = 0;
    for (BasicBlock *block : loop.blocks())
      for (Instruction &instruction : *block) {
        if (is_rare(*block)) break;
        Type *type = instruction.getType();
        if (auto *store = dyn_cast<StoreInst>(&instruction)) type = store->getValueOperand()->getType();
        if (shapes.stride(&instruction) || !(type->isIntOrIntVectorTy() || type->isFPOrFPVectorTy())) continue;
        const unsigned bits = type->getScalarSizeInBits();
        if (bits > 32)
          ++broad;
        else if (bits > 1)
          ++narrow;
      }
    return options_.register_bits / (broad > narrow ? 64 : 32);
  }

  // Whether what memory is reached by under a mask is mostly branches, lane by lane, for want of instructions: half of
  // an image filter's build with AVX2.
  bool masks_are_dear(const Loop &loop, const VectorShapes &shapes) const {
    constexpr int64_t kMostMembers = 4;
    if (options_.register_bits == 512) return false;
    return any_of(loop.blocks(), [&](BasicBlock *block) {
      return any_of(*block, [&](Instruction &instruction) {
        const Value *pointer = getLoadStorePointerOperand(&instruction);
        if (!pointer || shapes.variable(pointer)) return false;
        const auto stride = shapes.stride(pointer);
        if (stride == 0) return false;
        const auto size = int64_t(group_.getDataLayout().getTypeStoreSize(getLoadStoreType(&instruction)));
        const bool near = stride && std::abs(*stride) <= kMostMembers * size;
        return options_.register_bits < 256 || (near && size < 4) || (!near && isa<StoreInst>(instruction));
      });
    });
  }

  // Rows of a known number, or with items, would be unrolled; with loops in them that is the same code many times, and
  // another branch to mispredict for each: sparse products ran at 0.8.
  static void keep_rows_rolled(Loop &loop) {
    if (loop.getSubLoops().empty()) return;
    for (Loop *rows = &loop; rows && rows->getLoopLatch(); rows = rows->getParentLoop())
      addStringMetadataToLoop(rows, "llvm.loop.unroll.disable", true);
  }

  // From where another load of the loop says.
  static bool is_gathered(const Instruction &instruction, const Loop &loop) {
    auto *load = dyn_cast<LoadInst>(&instruction);
    if (!load) return false;
    constexpr unsigned kMostSteps = 8;
    SmallVector<const Value *> from{load->getPointerOperand()};
    for (unsigned i = 0; i < from.size() && i < kMostSteps; ++i) {
      auto *step = dyn_cast<Instruction>(from[i]);
      if (!step || !loop.contains(step) || isa<PHINode>(step)) continue;
      if (isa<LoadInst>(step)) return true;
      append_range(from, step->operands());
    }
    return false;
  }

  // Short loops that add up what they gather, as for a row of a sparse matrix, which LLVM keeps rolled: a jump for each
  // element took a tenth of the time. Sums in another order than the loop's are LLVM's to make.
  static void unroll_gathered_sums(Loop &items) {
    constexpr unsigned kMostRound = 20, kRounds = 8;
    for (Loop *loop : items.getLoopsInPreorder()) {
      BasicBlock *latch = loop->getLoopLatch();
      unsigned round = 0;
      for (const BasicBlock *block : loop->blocks()) round += block->size();
      if (!loop->isInnermost() || loop == &items || !latch || !loop->getExitingBlock() || round > kMostRound) continue;
      const bool sums = any_of(loop->getHeader()->phis(), [&](PHINode &phi) {
        auto *next = dyn_cast<FPMathOperator>(phi.getIncomingValueForBlock(latch));
        return next && !next->hasAllowReassoc();
      });
      if (sums && any_of(loop->blocks(), [&](const BasicBlock *block) {
            return any_of(*block, [&](const Instruction &one) { return is_gathered(one, *loop); });
          }))
        addStringMetadataToLoop(loop, "llvm.loop.unroll.count", kRounds);
    }
  }

  bool vectorize(Loop &loop, PHINode &x, LoopInfo &loops, DominatorTree &dominators) {
    const bool sub_groups = any_of(loop.blocks(), [](const BasicBlock *block) {
      return any_of(*block, [](const Instruction &one) { return sees_sub_groups(intrinsic_of(one)); });
    });
    if (options_.sub_groups_only && !sub_groups) return false;
    keep_rows_rolled(loop);
    auto decline = [&](const Twine &why) {
      say_where(loop);
      if (sub_groups) why_ = why.str();
      out_ << "not vectorised: " << why << "\n";
      return false;
    };
    if (std::string why = prepare(loop); !why.empty()) return decline(why);
    unsigned instructions = 0;
    for (BasicBlock *block : loop.blocks()) instructions += block->size();
    if (instructions > kMostInstructions && !sub_groups) return decline("it is too long");
    for (Loop *inner : loop.getLoopsInPreorder())
      if (!inner->isLoopSimplifyForm()) return decline("a loop in it has more than one way in");
    CycleInfo cycles;
    cycles.compute(group_);
    for (BasicBlock *block : loop.blocks())
      for (const Cycle *cycle = cycles.getCycle(block); cycle && loop.contains(cycle->getHeader());
           cycle = cycle->getParentCycle())
        if (!cycle->isReducible()) return decline("a jump leads into the middle of a loop");

    bring_in(loop);
    PostDominatorTree post_dominators(group_);
    auto look = [&] {
      Look found;
      found.uniformity = std::make_unique<Uniformity>(Uniformity::of_lanes(group_));
      found.flow = std::make_unique<VectorFlow>(loop, loops, dominators, post_dominators, *found.uniformity);
      // The guards need to know what is uniform, the shapes what the guards left of the graph.
      found.flow->plan(
          [&](BasicBlock &block) { return VectorBody::wants_guard(block, *found.uniformity, *found.flow); });
      found.shapes =
          std::make_unique<VectorShapes>(loop, &x, *found.flow, *found.uniformity, group_.getDataLayout(), sub_groups);
      return found;
    };
    Look view = look();
    if (!sub_groups && expect_agreement(loop, *view.shapes, *view.flow)) view = look();
    const VectorFlow &flow = *view.flow;
    const VectorShapes &shapes = *view.shapes;
    if (widen_walk(loop, loops, dominators, flow, shapes)) {
      changed_ = true;
      return false;
    }
    if (std::string why = VectorBody::why_not(loop, shapes); !why.empty()) return decline(why);
    if (const Instruction *wait = sub_groups ? nullptr : find_wait(loop, flow, shapes, dominators)) {
      std::string why = "its work-items wait for each other";
      if (const DebugLoc &where = wait->getDebugLoc()) why += " in line " + std::to_string(where.getLine());
      return decline(why);
    }
    const FarWalks far = far_walks(group_, loops, dominators);
    const unsigned width = sub_groups ? sub_group_size_ : choose_width(loop, shapes, flow, far);
    if (width < 2) return decline("asked not to");
    uint64_t bytes = lane_bytes_;
    for (const LaneVariable &variable : shapes.variables())
      bytes += variable.variable->getAllocationSize(group_.getDataLayout())->getFixedValue() * width;
    if (bytes > kMaxLaneBytes && !sub_groups) return decline("its private variables take too much of the stack");
    VectorBody::LaneVariables variables;
    VectorBody body(loop, &x, flow, shapes, width, options_.register_bits, *loop.getLoopPreheader(), variables);
    VectorBody::Cost cost = body.cost(nullptr);
    if (cost.together > cost.one_by_one) cost = body.cost(far);
    if (!options_.width && !sub_groups && cost.together > cost.one_by_one) {
      unroll_gathered_sums(loop);
      return decline("it would not pay: about " + Twine(unsigned(cost.together)) + " instructions for " + Twine(width) +
                     " work-items together, " + Twine(unsigned(cost.one_by_one)) + " apart");
    }
    // Fewer items than that go faster one by one.
    const double least = std::max(2.0, 1.2 * width * cost.together / cost.one_by_one);
    constexpr unsigned kMostTailInstructions = 2000;
    lane_bytes_ = bytes;
    VectorRows rows(loop, x, flow, shapes, width, options_.register_bits);
    // Where one item as a vector is not much dearer than alone, a third copy of the loop is not worth a longer build.
    constexpr double kLeastForRest = 3.5;
    const bool no_masks = !sub_groups && masks_are_dear(loop, shapes);
    const bool none_apart = instructions <= kMostTailInstructions && least <= kLeastForRest && !no_masks;
    if (sub_groups || none_apart)
      rows.build_all_together();
    else
      rows.build(least < width && instructions <= kMostTailInstructions && !no_masks ? unsigned(std::ceil(least)) : 0);
    if (!sub_groups && instructions > kMostTailInstructions) rows.set_rest_apart();
    const VectorCounts &counts = rows.counts();
    rows_ &= counts.gathers + counts.scatters + counts.by_lane == counts.in_pieces;
    say_where(loop);
    out_ << "vectorised, " << width << " work-items at once: " << counts.contiguous << " contiguous accesses, "
         << counts.uniform << " uniform, " << counts.groups << " of members, " << counts.gathers << " gathers, "
         << counts.scatters << " scatters, " << counts.by_lane << " lane by lane";
    if (counts.in_pieces) out_ << ", " << counts.in_pieces << " of them contiguous by a run-time check";
    const char *before = " (line ";
    for (unsigned line : counts.slow_lines) {
      out_ << before << line;
      before = ", ";
    }
    if (!counts.slow_lines.empty()) out_ << ")";
    out_ << "; about " << unsigned(cost.together) << " instructions for " << unsigned(cost.one_by_one) << "\n";
    return true;
  }

  Function &group_;
  const VectorOptions &options_;
  const unsigned sub_group_size_;
  raw_ostream &out_;
  SmallPtrSet<PHINode *, 8> seen_;
  bool rows_ = true;
  bool changed_ = false;     // a loop, which is to be looked at once more
  std::string why_;          // a loop with sub-groups was declined
  uint64_t lane_bytes_ = 0;  // of all of the function's loops
};

}  // namespace

bool VectoriseItemLoopsPass::run_on(KernelFacts &kernel, FunctionAnalysisManager &) {
  if (!kernel.vectorise) return false;
  Function &group = *kernel.group;
  const ModuleOptions options = ModuleOptions::of(*group.getParent());
  const VectorOptions vectors{options.vector_width, TargetDescription::of(group).register_bits, !options.vectorises(),
                              kernel.any_groups};
  std::string text;
  raw_string_ostream out(text);
  Expected<bool> contiguous = Vectorizer(group, vectors, unsigned(kernel.sub_group_size), out).run();
  remark(group, text);
  if (!contiguous) {
    fail(*group.getParent(), toString(contiguous.takeError()));
    return true;
  }
  kernel.contiguous = *contiguous;
  kernel.write();
  return true;
}

}  // namespace wherry::compiler
