#include "compiler/passes/prefetch_ahead.h"

#include "kernel_abi/abi.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"

using namespace llvm;

namespace wherry::compiler {

namespace {

constexpr unsigned kLocalSpace = 3;
constexpr char kMark[] = "wherry-ahead";
constexpr uint64_t kLine = 64;
constexpr uint64_t kMostBytes = 4 * kLine;  // in a round; more would wait for the misses of those before

// Bytes that one round loads from local memory, its inner loops' aside; 0 where it may call the runtime, which changes
// what is ahead.
uint64_t bytes_of_round(const Loop &loop, const LoopInfo &loops) {
  uint64_t bytes = 0;
  for (const BasicBlock *block : loop.blocks())
    for (const Instruction &instruction : *block) {
      if (isa<CallBase>(instruction) && !isa<IntrinsicInst>(instruction)) return 0;
      const Value *pointer = getLoadStorePointerOperand(&instruction);
      if (auto *call = dyn_cast<IntrinsicInst>(&instruction))
        if (call->getIntrinsicID() == Intrinsic::masked_load || call->getIntrinsicID() == Intrinsic::masked_gather)
          pointer = call->getArgOperand(0);
      if (!pointer || loops.getLoopFor(block) != &loop || instruction.getType()->isVoidTy() ||
          pointer->getType()->getScalarType()->getPointerAddressSpace() != kLocalSpace)
        continue;
      bytes += loop.getHeader()->getDataLayout().getTypeStoreSize(instruction.getType()).getFixedValue();
    }
  return std::min(bytes, kMostBytes);
}

class Prefetcher {
 public:
  explicit Prefetcher(Function &function) : function_(function), context_(function.getArg(1)) {}

  void run() {
    DominatorTree dominators(function_);
    LoopInfo loops(dominators);
    SmallPtrSet<const Loop *, 8> done;  // and what is around them
    const auto outer_first = loops.getLoopsInPreorder();
    for (Loop *loop : reverse(outer_first)) {
      if (done.contains(loop)) continue;
      const uint64_t bytes = bytes_of_round(*loop, loops);
      if (bytes == 0) continue;
      simplifyLoop(loop, &dominators, &loops, nullptr, nullptr, nullptr, false);
      if (!loop->isLoopSimplifyForm()) continue;
      prefetch(*loop, bytes);
      for (const Loop *outer = loop; outer; outer = outer->getParentLoop()) done.insert(outer);
    }
    if (done.empty()) return;
    // What was inferred before it was written to.
    for (Attribute::AttrKind kind : {Attribute::ReadOnly, Attribute::ReadNone, Attribute::NoAlias})
      context_->removeAttr(kind);
    function_.removeFnAttr(Attribute::Memory);
  }

 private:
  Value *field(IRBuilder<> &builder, uint64_t offset) {
    return builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), context_,
                                              offsetof(abi::GroupContext, ahead) + offset);
  }

  void prefetch(Loop &loop, uint64_t bytes) {
    IRBuilder<> builder(loop.getLoopPreheader()->getTerminator());
    Type *pointer = builder.getPtrTy();
    auto load = [&](uint64_t offset) { return builder.CreateLoad(pointer, field(builder, offset)); };
    Value *next = load(offsetof(abi::Ahead, next)), *last = load(offsetof(abi::Ahead, last));
    Value *then = load(offsetof(abi::Ahead, then)), *then_last = load(offsetof(abi::Ahead, then_last));
    Value *through = builder.CreateICmpUGE(next, last);
    Value *first = builder.CreateSelect(through, then, next, "ahead.first");
    last = builder.CreateSelect(through, then_last, last, "ahead.last");
    builder.CreateStore(last, field(builder, offsetof(abi::Ahead, last)));
    builder.CreateStore(builder.CreateSelect(through, then_last, then), field(builder, offsetof(abi::Ahead, then)));

    BasicBlock *header = loop.getHeader();
    builder.SetInsertPoint(header, header->begin());
    PHINode *at = builder.CreatePHI(pointer, 2, "ahead");
    builder.SetInsertPoint(header, header->getFirstInsertionPt());
    for (uint64_t line = 0; line < bytes; line += kLine)
      builder.CreateIntrinsic(Intrinsic::prefetch, {pointer},
                              {builder.CreateConstGEP1_64(builder.getInt8Ty(), at, line), builder.getInt32(0),
                               builder.getInt32(3), builder.getInt32(1)});
    Value *sum = builder.CreateConstGEP1_64(builder.getInt8Ty(), at, bytes);
    Value *following = builder.CreateSelect(builder.CreateICmpULT(sum, last), sum, last);
    for (BasicBlock *before : predecessors(header)) at->addIncoming(loop.contains(before) ? following : first, before);

    SmallVector<BasicBlock *> exits;
    loop.getUniqueExitBlocks(exits);
    for (BasicBlock *exit : exits) {
      builder.SetInsertPoint(exit, exit->getFirstInsertionPt());
      builder.CreateStore(following, field(builder, offsetof(abi::Ahead, next)));
    }
  }

  Function &function_;
  Argument *context_;
};

}  // namespace

void allow_prefetch_ahead(Function &group) { group.getArg(1)->addAttr(Attribute::get(group.getContext(), kMark)); }

void prefetch_ahead(Module &module) {
  for (Function &function : module)
    if (function.arg_size() == 2 && function.getAttributes().hasParamAttr(1, kMark)) Prefetcher(function).run();
}

}  // namespace wherry::compiler
