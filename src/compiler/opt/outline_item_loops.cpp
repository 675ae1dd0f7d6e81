// SPDX-License-Identifier: Apache-2.0
#include "compiler/opt/outline_item_loops.h"

#include "compiler/ir/intrinsics.h"
#include "compiler/ir/metadata.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/CodeExtractor.h"

using namespace llvm;

namespace wherry::compiler {

namespace {

// Innermost loops of a part. A call takes a small share of their time, even for a work-group of one work-item.
constexpr unsigned kLoopsOfPart = 32;
// A loop around as many has parts of its own.
constexpr unsigned kManyLoops = 2 * kLoopsOfPart;
// A function with fewer loops than this stays whole.
constexpr unsigned kFewLoops = 8 * kLoopsOfPart;

using Part = SmallVector<BasicBlock *>;

class Parts {
 public:
  explicit Parts(Function &group) : dominators_(group), loops_(dominators_), post_dominators_(group) {
    if (count_if(group, [&](const BasicBlock &block) { return begins_innermost_loop(block); }) >= kFewLoops)
      find(group.getEntryBlock(), nullptr);
  }
  ArrayRef<Part> all() const { return parts_; }

 private:
  bool begins_innermost_loop(const BasicBlock &block) const {
    const Loop *loop = loops_.getLoopFor(&block);
    return loop && loop->isInnermost() && loop->getHeader() == &block;
  }

  // The next block behind `block` that is in the same loop, and that all paths from `block`, and no others, come to;
  // null: none.
  BasicBlock *behind(const BasicBlock &block, const Loop *loop) const {
    const DomTreeNode *node = post_dominators_.getNode(&block);
    for (node = node ? node->getIDom() : nullptr; node && node->getBlock(); node = node->getIDom()) {
      const Loop *other = loops_.getLoopFor(node->getBlock());
      if (loop && !loop->contains(other)) return nullptr;
      if (other == loop) return dominators_.properlyDominates(&block, node->getBlock()) ? node->getBlock() : nullptr;
    }
    return nullptr;
  }

  // The blocks from `begin` up to `end`.
  Part between(const BasicBlock &begin, const BasicBlock &end) const {
    Part blocks{dominators_.getNode(&begin)->getBlock()};
    for (unsigned k = 0; k < blocks.size(); ++k)
      for (const DomTreeNode *child : *dominators_.getNode(blocks[k]))
        if (child->getBlock() != &end) blocks.push_back(child->getBlock());
    return blocks;
  }

  // Finds parts behind the first block of a loop's body, or of the function's.
  void find(const BasicBlock &first, const Loop *loop) {
    Part part;
    unsigned loops = 0;
    auto finish = [&] {
      if (loops >= kLoopsOfPart) parts_.push_back(part);
      part.clear(), loops = 0;
    };
    BasicBlock *now = behind(first, loop);
    if (now) find_in_loops(between(first, *now), loop);
    for (BasicBlock *next; now && (next = behind(*now, loop)); now = next) {
      const Part blocks = between(*now, *next);
      const auto more = unsigned(count_if(blocks, [&](BasicBlock *block) { return begins_innermost_loop(*block); }));
      if (more >= kManyLoops) {
        finish();
        find_in_loops(blocks, loop);
        continue;
      }
      append_range(part, blocks);
      loops += more;
      if (loops >= kLoopsOfPart) finish();
    }
    finish();
  }

  // Finds parts in the outermost loops among the blocks.
  void find_in_loops(ArrayRef<BasicBlock *> blocks, const Loop *around) {
    for (const BasicBlock *block : blocks)
      if (const Loop *loop = loops_.getLoopFor(block);
          loop && loop->getHeader() == block && loop->getParentLoop() == around)
        find(*block, loop);
  }

  const DominatorTree dominators_;
  const LoopInfo loops_;
  const PostDominatorTree post_dominators_;
  SmallVector<Part> parts_;
};

}  // namespace

bool OutlineItemLoopsPass::run_on(KernelFacts &kernel, FunctionAnalysisManager &) {
  Function &group = *kernel.group;
  // Private variables are told from others by this function's stack (to_private and its kin): they must stay in it.
  const bool tells_stack = any_of(group.getEntryBlock(), [](const Instruction &instruction) {
    auto *call = dyn_cast<IntrinsicInst>(&instruction);
    return call && call->getIntrinsicID() == llvm::Intrinsic::stacksave;
  });
  if (tells_stack || yields(group)) return false;
  const Parts parts(group);
  if (parts.all().empty()) return false;
  const CodeExtractorAnalysisCache cache(group);
  for (const Part &part : parts.all())
    if (Function *made = CodeExtractor(part).extractCodeRegion(cache)) {
      made->addFnAttr(Attribute::NoInline);
      forget_facts(*made);
    }
  return true;
}

}  // namespace wherry::compiler
