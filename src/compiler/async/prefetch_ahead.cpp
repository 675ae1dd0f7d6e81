// SPDX-License-Identifier: Apache-2.0
#include "compiler/async/prefetch_ahead.h"

#include "compiler/analysis/target.h"
#include "compiler/ir/address_spaces.h"
#include "compiler/ir/diagnostics.h"
#include "kernel_abi/abi.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"

using namespace llvm;

namespace wherry::compiler {

namespace {

// Of an iteration: 16 work-items at once load 16 vectors of 64 bytes. More prefetches would wait for the misses of
// earlier ones.
constexpr uint64_t kMostBytes = 16 * kCacheLine;
// Of an iteration into the first cache, and with nothing to fetch: a loop that loads more may be limited by its loads.
constexpr uint64_t kMostIntoFirst = 4 * kCacheLine;

// Bytes that one iteration loads from local memory, inner loops' aside, and a call, which may be one of the runtime:
// the runtime changes GroupContext::ahead.
struct Iteration {
  uint64_t bytes = 0;
  const Instruction *call = nullptr;
};
Iteration iteration_of(const Loop &loop, const LoopInfo &loops) {
  uint64_t bytes = 0;
  const Instruction *call = nullptr;
  for (const BasicBlock *block : loop.blocks())
    for (const Instruction &instruction : *block) {
      if (isa<CallBase>(instruction) && !isa<IntrinsicInst>(instruction)) call = call ? call : &instruction;
      const Value *pointer = getLoadStorePointerOperand(&instruction);
      if (auto *masked = dyn_cast<IntrinsicInst>(&instruction))
        if (masked->getIntrinsicID() == Intrinsic::masked_load || masked->getIntrinsicID() == Intrinsic::masked_gather)
          pointer = masked->getArgOperand(0);
      if (!pointer || loops.getLoopFor(block) != &loop || instruction.getType()->isVoidTy() ||
          pointer->getType()->getScalarType()->getPointerAddressSpace() != kLocalSpace)
        continue;
      bytes += loop.getHeader()->getDataLayout().getTypeStoreSize(instruction.getType()).getFixedValue();
    }
  return {std::min(bytes, kMostBytes), call};
}

class Prefetcher {
 public:
  explicit Prefetcher(Function &function) : function_(function), context_(function.getArg(1)) {}

  void run() {
    DominatorTree dominators(function_);
    LoopInfo loops(dominators);
    SmallPtrSet<const Loop *, 8> done;  // and the loops around them
    SmallVector<std::pair<Loop *, uint64_t>> found;
    const auto outer_first = loops.getLoopsInPreorder();
    for (Loop *loop : reverse(outer_first)) {
      if (done.contains(loop)) continue;
      const auto [bytes, call] = iteration_of(*loop, loops);
      if (bytes == 0) continue;
      if (call) {
        remark_at(*call, "a loop that loads from local memory does not fetch ahead: " + described(*call) +
                             " may be one of the runtime");
        continue;
      }
      simplifyLoop(loop, &dominators, &loops, nullptr, nullptr, nullptr, false);
      if (!loop->isLoopSimplifyForm()) continue;
      found.emplace_back(loop, bytes);
      for (const Loop *outer = loop; outer; outer = outer->getParentLoop()) done.insert(outer);
    }
    for (auto &[loop, bytes] : found) make_ahead(*loop, bytes);
    if (done.empty()) return;
    // Inferred before the function wrote to its context.
    for (Attribute::AttrKind kind : {Attribute::ReadOnly, Attribute::ReadNone, Attribute::NoAlias})
      context_->removeAttr(kind);
    function_.removeFnAttr(Attribute::Memory);
  }

 private:
  Value *field(IRBuilder<> &builder, uint64_t offset) {
    return builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), context_,
                                              offsetof(abi::GroupContext, ahead) + offset);
  }
  Value *load(IRBuilder<> &builder, uint64_t offset, Type *type = nullptr) {
    return builder.CreateLoad(type ? type : builder.getPtrTy(), field(builder, offset));
  }
  void store(IRBuilder<> &builder, Value *value, uint64_t offset) {
    builder.CreateStore(value, field(builder, offset));
  }
  Value *moved(IRBuilder<> &builder, Value *address, int64_t bytes) {
    return builder.CreateGEP(builder.getInt8Ty(), address, builder.getInt64(bytes));
  }

  // A cold block that runs where `condition` holds.
  Instruction *seldom(IRBuilder<> &builder, Value *condition, Instruction *before) {
    MDNode *weights = MDBuilder(builder.getContext()).createUnlikelyBranchWeights();
    return SplitBlockAndInsertIfThen(condition, before->getIterator(), false, weights);
  }

  // If the current copy is finished, starts the queued one.
  void start_queued(Instruction *before) {
    IRBuilder<> builder(before);
    Value *queued = load(builder, offsetof(abi::Ahead, then.next));
    builder.SetInsertPoint(seldom(builder, builder.CreateIsNotNull(queued), before));
    Value *last = load(builder, offsetof(abi::Ahead, last));
    Value *finished = builder.CreateAnd(builder.CreateICmpUGE(load(builder, offsetof(abi::Ahead, next)), last),
                                        builder.CreateICmpUGT(load(builder, offsetof(abi::Ahead, copy_at)), last));
    builder.SetInsertPoint(seldom(builder, finished, &*builder.GetInsertPoint()));
    store(builder, queued, offsetof(abi::Ahead, next));
    Value *queued_last = load(builder, offsetof(abi::Ahead, then.last));
    Value *lines = load(builder, offsetof(abi::Ahead, then.lines));
    store(builder, queued_last, offsetof(abi::Ahead, last));
    store(builder,
          builder.CreateSelect(builder.CreateIsNull(lines), moved(builder, queued, abi::kAheadReach), queued_last),
          offsetof(abi::Ahead, copy_at));
    store(builder, load(builder, offsetof(abi::Ahead, then.to)), offsetof(abi::Ahead, to));
    store(builder, load(builder, offsetof(abi::Ahead, then.copy)), offsetof(abi::Ahead, copy));
    store(builder, lines, offsetof(abi::Ahead, lines));
    store(builder, load(builder, offsetof(abi::Ahead, then.near), builder.getInt64Ty()), offsetof(abi::Ahead, near));
    store(builder, Constant::getNullValue(builder.getPtrTy()), offsetof(abi::Ahead, then.next));
  }

  // Copies the block that is kAheadReach before `copy_at`; gives the next `copy_at`.
  Value *copy_block(Value *copy_at, Instruction *before) {
    IRBuilder<> builder(before);
    Type *line = FixedVectorType::get(builder.getInt8Ty(), kCacheLine);
    Value *from = moved(builder, copy_at, -int64_t{abi::kAheadReach});
    Value *to = load(builder, offsetof(abi::Ahead, to));
    Value *following = moved(builder, copy_at, abi::kAheadBlock);
    store(builder, following, offsetof(abi::Ahead, copy_at));
    store(builder, moved(builder, to, abi::kAheadBlock), offsetof(abi::Ahead, to));
    auto [body, index] =
        SplitBlockAndInsertSimpleForLoop(builder.getInt64(abi::kAheadBlock / (2 * kCacheLine)), before->getIterator());
    builder.SetInsertPoint(body);
    Value *offset = builder.CreateMul(index, builder.getInt64(2 * kCacheLine));
    SmallVector<Value *, 2> lines;
    for (uint64_t k : {uint64_t{0}, kCacheLine})
      lines.push_back(builder.CreateAlignedLoad(line, moved(builder, builder.CreatePtrAdd(from, offset), k), Align(1)));
    for (uint64_t k : {uint64_t{0}, kCacheLine})
      builder.CreateAlignedStore(lines[k / kCacheLine], moved(builder, builder.CreatePtrAdd(to, offset), k), Align(1));
    return following;
  }

  // Where the copy has come to: the next line to prefetch, the end of the current line of the source, and the address
  // to prefetch at which the next block is copied.
  struct Position {
    Value *at, *last, *copy_at;
  };

  // Steps from the line of the source that ends at `last` to the next one.
  Position next_line(Value *lines, Value *last, Instruction *before) {
    IRBuilder<> builder(before);
    Type *number = builder.getInt64Ty();
    const auto field = [&](uint64_t offset) {
      return builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), lines, offset);
    };
    const auto get = [&](uint64_t offset) { return builder.CreateLoad(number, field(offset)); };
    fetch(builder, last, Caches::all);
    Value *left = get(offsetof(abi::AheadLines, left)), *in_plane = get(offsetof(abi::AheadLines, left_in_plane));
    Value *none = builder.CreateIsNull(left), *next_plane = builder.CreateIsNull(in_plane), *zero = builder.getInt64(0);
    Value *step =
        builder.CreateAdd(get(offsetof(abi::AheadLines, to_line)),
                          builder.CreateSelect(next_plane, get(offsetof(abi::AheadLines, besides_to_plane)), zero));
    Value *begin = builder.CreateLoad(builder.getPtrTy(), field(offsetof(abi::AheadLines, begin)));
    begin = builder.CreateGEP(builder.getInt8Ty(), begin, step);
    Value *end = builder.CreateGEP(builder.getInt8Ty(), begin, get(offsetof(abi::AheadLines, last)));
    Value *one = builder.getInt64(1);
    builder.CreateStore(begin, field(offsetof(abi::AheadLines, begin)));
    builder.CreateStore(builder.CreateSub(left, builder.CreateSelect(none, zero, one)),
                        field(offsetof(abi::AheadLines, left)));
    builder.CreateStore(
        builder.CreateSelect(next_plane, get(offsetof(abi::AheadLines, plane)), builder.CreateSub(in_plane, one)),
        field(offsetof(abi::AheadLines, left_in_plane)));
    // The iteration that ends a line begins the next one, too, or prefetches would fall behind.
    Value *at = builder.CreateSelect(none, last, begin);
    fetch(builder, at, Caches::all);
    Position next{builder.CreateSelect(none, last, moved(builder, begin, kCacheLine)),
                  builder.CreateSelect(none, last, end), nullptr};
    next.copy_at = builder.CreateSelect(none, moved(builder, last, 1), end);
    store(builder, next.last, offsetof(abi::Ahead, last));
    store(builder, next.copy_at, offsetof(abi::Ahead, copy_at));
    return next;
  }

  // As llvm.prefetch's locality. `first`: past the outer caches, where each line that comes would push out another.
  // `second`: what loops fetch for later leaves the first cache, and the loads that may wait at once, to what the loops
  // compute (measured on Zen 4).
  enum class Caches : uint32_t { first = 0, second = 2, all = 3 };

  void fetch(IRBuilder<> &builder, Value *line, Caches caches) {
    builder.CreateIntrinsic(
        Intrinsic::prefetch, {builder.getPtrTy()},
        {line, builder.getInt32(0), builder.getInt32(static_cast<uint32_t>(caches)), builder.getInt32(1)});
  }

  // Fetches `bytes` bytes from `at` on. If no line is left to fetch, `at` is the last line again: prefetches of a line
  // that the first cache has cost least.
  void fetch_lines(Value *into_first, Value *at, uint64_t bytes, Instruction *before) {
    Instruction *first, *second;
    SplitBlockAndInsertIfThenElse(into_first, before->getIterator(), &first, &second);
    IRBuilder<> builder(first);
    for (uint64_t line = 0; line < std::min(bytes, kMostIntoFirst); line += kCacheLine)
      fetch(builder, moved(builder, at, line), Caches::first);
    builder.SetInsertPoint(second);
    for (uint64_t line = 0; line < bytes; line += kCacheLine) fetch(builder, moved(builder, at, line), Caches::second);
  }

  void make_ahead(Loop &loop, uint64_t bytes) {
    start_queued(loop.getLoopPreheader()->getTerminator());
    BasicBlock *preheader = loop.getLoopPreheader(), *header = loop.getHeader();
    IRBuilder<> builder(preheader->getTerminator());
    Type *pointer = builder.getPtrTy();
    const Position first{load(builder, offsetof(abi::Ahead, next)), load(builder, offsetof(abi::Ahead, last)),
                         load(builder, offsetof(abi::Ahead, copy_at))};
    Value *near = builder.CreateIsNotNull(load(builder, offsetof(abi::Ahead, near), builder.getInt64Ty()));

    builder.SetInsertPoint(header, header->begin());
    const auto merge = [&](const char *name) { return builder.CreatePHI(pointer, 2, name); };
    PHINode *at = merge("ahead"), *last = merge("ahead.last"), *copy_at = merge("ahead.copy");
    builder.SetInsertPoint(header, header->getFirstInsertionPt());
    Value *sum = moved(builder, at, bytes);
    Value *following = builder.CreateSelect(builder.CreateICmpULT(sum, last), sum, last);
    SmallVector<BasicBlock *> outside, exits;
    for (BasicBlock *before : predecessors(header))
      if (!loop.contains(before)) outside.push_back(before);
    loop.getUniqueExitBlocks(exits);

    Instruction *rest = &*builder.GetInsertPoint();
    fetch_lines(builder.CreateOr(near, builder.CreateICmpUGE(at, last)), at, bytes, rest);
    builder.SetInsertPoint(rest);
    BasicBlock *arriving = builder.GetInsertBlock();
    Value *arrived = builder.CreateICmpUGE(following, copy_at);
    Instruction *end = seldom(builder, arrived, &*builder.GetInsertPoint());
    builder.SetInsertPoint(end);
    Value *lines = load(builder, offsetof(abi::Ahead, lines));
    Instruction *several, *one;
    SplitBlockAndInsertIfThenElse(builder.CreateIsNotNull(lines), end->getIterator(), &several, &one);
    const Position after_line = next_line(lines, last, several);
    Value *after = copy_block(copy_at, one);
    BasicBlock *copied = end->getParent(), *body = copied->getSingleSuccessor();
    const auto join = [](PHINode *phi, Value *first, BasicBlock *from_first, Value *second, BasicBlock *from_second) {
      phi->addIncoming(first, from_first);
      phi->addIncoming(second, from_second);
      return phi;
    };
    const auto after_arrival = [&](Value *at_next_line, Value *in_line, Value *otherwise) {
      builder.SetInsertPoint(copied, copied->begin());
      PHINode *arrived = join(merge("ahead"), at_next_line, several->getParent(), in_line, one->getParent());
      builder.SetInsertPoint(body, body->begin());
      return join(merge("ahead"), arrived, copied, otherwise, arriving);
    };
    const Position next{after_arrival(after_line.at, following, following), after_arrival(after_line.last, last, last),
                        after_arrival(after_line.copy_at, after, copy_at)};
    for (BasicBlock *before : predecessors(header)) {
      const Position &from = is_contained(outside, before) ? first : next;
      at->addIncoming(from.at, before);
      last->addIncoming(from.last, before);
      copy_at->addIncoming(from.copy_at, before);
    }
    for (BasicBlock *exit : exits) {
      builder.SetInsertPoint(exit, exit->getFirstInsertionPt());
      store(builder, next.at, offsetof(abi::Ahead, next));
    }
  }

  Function &function_;
  Argument *context_;
};

}  // namespace

bool PrefetchAheadPass::run_on(KernelFacts &kernel, FunctionAnalysisManager &) {
  if (!kernel.copies || kernel.checked || kernel.scheduled) return false;
  Prefetcher(*kernel.group).run();
  return true;
}

}  // namespace wherry::compiler
