// SPDX-License-Identifier: Apache-2.0
#include "compiler/checks/sub_groups.h"

#include "compiler/checks/marks.h"
#include "compiler/ir/intrinsics.h"
#include "compiler/ir/module_options.h"
#include "kernel_abi/abi.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace wherry::compiler {

namespace {

// The arguments that must be equal in all work-items, of a function that all work-items of a sub-group must call;
// nothing: the function is another one.
std::optional<iterator_range<User::op_iterator>> alike_for_all(StringRef name, CallInst &call) {
  const auto from = [&](unsigned first) { return make_range(call.arg_begin() + first, call.arg_end()); };
  // "These built-in functions must be encountered by all work-items in a sub-group executing the kernel with the same
  // argument values".
  for (const char *pipe : {"__sub_group_reserve_read_pipe", "__sub_group_reserve_write_pipe",
                           "__sub_group_commit_read_pipe", "__sub_group_commit_write_pipe"})
    if (call.getCalledFunction()->getName() == pipe) return from(0);
  name.consume_front("intel_");
  if (!name.consume_front("sub_group_")) return {};
  if (name == "all" || name == "any" || name == "broadcast") return from(1);
  // "only the data argument may be different": the last one of a write.
  if (name.starts_with("block_write")) return make_range(call.arg_begin(), call.arg_end() - 1);
  if (name.starts_with("block_read") || name.starts_with("block_prefetch")) return from(0);
  for (StringRef form : {"reduce_", "scan_inclusive_", "scan_exclusive_"})
    if (name.starts_with(form)) return from(1);
  return {};
}

class SubGroupMarker {
 public:
  explicit SubGroupMarker(CallInst &call)
      : call_(call), module_(*call.getModule()), name_(plain_name(call.getCalledFunction()->getName())),
        builder_(&call) {}

  // Marks functions that all work-items must call, and reports arguments that must be equal in the work-items that
  // call.
  bool check_barrier() {
    const StringRef name = name_;
    if (auto alike = alike_for_all(name, call_)) {
      SmallVector<Value *> numbers;
      for (Value *argument : *alike) add_numbers(argument, numbers);
      make(Intrinsic::__wherry_sub_group_meet, numbers);
      if (name.ends_with("sub_group_broadcast")) {
        Value *size = make(Intrinsic::__wherry_sub_group_size, {});
        say(builder_.CreateICmpUGE(call_.getArgOperand(1), size), abi::Mistake::absent_lane, call_.getArgOperand(1));
      }
    } else if (name == "sub_group_non_uniform_broadcast") {
      say_where_different(call_.getArgOperand(1));
    } else if (name == "sub_group_rotate" || name == "sub_group_clustered_rotate") {
      say_where_different(call_.getArgOperand(1));
      if (call_.arg_size() > 2) check_cluster(call_.getArgOperand(2));
    } else if (name == "sub_group_inverse_ballot") {
      say_where_different(builder_.CreateExtractElement(call_.getArgOperand(0), uint64_t{0}));
    } else if (name.starts_with("sub_group_clustered_reduce_")) {
      check_cluster(call_.getArgOperand(1));
    } else {
      return false;
    }
    return true;
  }

  // "The return value is undefined if the work item with sub-group local ID equal to index is inactive": an undefined
  // return value counts as unwritten.
  bool check_uninit() {
    Value *from = lane_asked();
    if (!from) return false;
    Value *bit = builder_.CreateLShr(lanes_that_come(), builder_.CreateAnd(from, kMostLanes - 1));
    Value *comes = builder_.CreateAnd(builder_.CreateICmpULT(from, builder_.getInt32(kMostLanes)),
                                      builder_.CreateTrunc(bit, builder_.getInt1Ty()));
    Type *type = call_.getType();
    Value *unwritten =
        builder_.CreateTrunc(make(Intrinsic::__wherry_unwritten, {}), builder_.getIntNTy(type->getScalarSizeInBits()));
    unwritten = builder_.CreateBitCast(unwritten, type->getScalarType());
    if (auto *vector = dyn_cast<FixedVectorType>(type))
      unwritten = builder_.CreateVectorSplat(vector->getNumElements(), unwritten);
    builder_.SetInsertPoint(call_.getNextNode());
    builder_.SetCurrentDebugLocation(call_.getDebugLoc());
    auto *chosen = cast<SelectInst>(builder_.Insert(SelectInst::Create(comes, &call_, unwritten)));
    call_.replaceUsesWithIf(chosen, [&](const Use &use) { return use.getUser() != chosen; });
    return true;
  }

 private:
  static constexpr unsigned kMostLanes = 32;  // of a sub-group: a ballot has as many bits

  // The sub-group local id whose value a work-item receives; null: the function takes none.
  Value *lane_asked() {
    StringRef name = name_;
    const bool intel = name.consume_front("intel_");
    if (!name.consume_front("sub_group_")) return nullptr;
    if (!name.starts_with("shuffle") && !name.ends_with("rotate") && name != "non_uniform_broadcast") return nullptr;
    Value *own = make(Intrinsic::__wherry_sub_group_lane, {}), *width = make(Intrinsic::__wherry_sub_group_width, {});
    Value *by = call_.getArgOperand(call_.arg_size() - 1);
    if (name == "shuffle" || name == "non_uniform_broadcast") return by;
    if (name == "shuffle_xor") return builder_.CreateXor(own, by);
    if (name == "clustered_rotate") {
      Value *inside = builder_.CreateSub(by, builder_.getInt32(1));
      Value *turned = builder_.CreateAnd(builder_.CreateAdd(own, call_.getArgOperand(1)), inside);
      return builder_.CreateOr(builder_.CreateAnd(own, builder_.CreateNot(inside)), turned);
    }
    Value *at = name == "shuffle_up" ? builder_.CreateSub(own, by) : builder_.CreateAdd(own, by);
    // Intel's shuffles take a second register beyond the width; a rotation starts again at lane 0.
    return intel || name == "rotate" ? builder_.CreateAnd(at, builder_.CreateSub(width, builder_.getInt32(1))) : at;
  }

  // Images and pipes are arguments of the kernel, which all work-items have alike.
  void add_numbers(Value *argument, SmallVectorImpl<Value *> &numbers) {
    Type *const number = builder_.getInt64Ty();
    if (auto *vector = dyn_cast<FixedVectorType>(argument->getType())) {
      for (unsigned i = 0; i < vector->getNumElements(); ++i)
        add_numbers(builder_.CreateExtractElement(argument, i), numbers);
    } else if (argument->getType()->isIntegerTy()) {
      numbers.push_back(builder_.CreateZExtOrTrunc(argument, number));
    } else if (argument->getType()->isPointerTy()) {
      numbers.push_back(builder_.CreatePtrToInt(argument, number));
    }
  }

  CallInst *make(Intrinsic id, ArrayRef<Value *> arguments) {
    CallInst *made = builder_.CreateCall(declare_intrinsic(module_, id), arguments);
    if (kind_of(id) == IntrinsicKind::sub_group_operation || kind_of(id) == IntrinsicKind::sub_group_barrier)
      made->setConvergent();
    return made;
  }

  // A mask of the lanes that have reached the call.
  Value *lanes_that_come() { return make(Intrinsic::__wherry_sub_group_ballot, builder_.getInt32(1)); }

  void say(Value *wrong, abi::Mistake mistake, Value *a, Value *b = nullptr) {
    auto number = [&](Value *value) { return builder_.CreateSExtOrTrunc(value, builder_.getInt64Ty()); };
    make(Intrinsic::__wherry_wrong, {wrong, builder_.getInt32(static_cast<uint32_t>(mistake)), number(a),
                                     b ? number(b) : builder_.getInt64(0), builder_.getInt64(0)});
  }

  // "Behavior is undefined when the value of index is not equivalent for all active work items in the sub-group."
  void say_where_different(Value *argument) {
    Value *first = builder_.CreateBinaryIntrinsic(llvm::Intrinsic::cttz, lanes_that_come(), builder_.getTrue());
    Value *bits = builder_.CreateZExt(argument, builder_.getInt64Ty());
    Value *of_first = make(Intrinsic::__wherry_sub_group_broadcast, {bits, builder_.getInt32('j'), first});
    of_first = builder_.CreateTrunc(of_first, argument->getType());
    say(builder_.CreateICmpNE(argument, of_first), abi::Mistake::other_argument, argument, of_first);
  }

  // "Behavior is undefined if clustersize is not an integer constant expression, is not a power-of-two, or is greater
  // than the maximum size of a sub-group within the dispatch."
  void check_cluster(Value *size) {
    Value *widest = make(Intrinsic::__wherry_sub_group_width, {});
    Value *ones = builder_.CreateUnaryIntrinsic(llvm::Intrinsic::ctpop, size);
    say(builder_.CreateOr(builder_.CreateICmpNE(ones, builder_.getInt32(1)), builder_.CreateICmpUGT(size, widest)),
        abi::Mistake::cluster_size, size);
  }

  CallInst &call_;
  Module &module_;
  const StringRef name_;
  IRBuilder<> builder_;
};

}  // namespace

PreservedAnalyses MarkSubGroupsPass::run(Module &module, ModuleAnalysisManager &) {
  SmallVector<CallInst *> calls;
  for (Function &function : module)
    for (Instruction &instruction : instructions(function))
      if (auto *call = dyn_cast<CallInst>(&instruction);
          call && call->getCalledFunction() && call->getCalledFunction()->isDeclaration())
        calls.push_back(call);
  bool changed = false;
  const ModuleOptions options = ModuleOptions::of(module);
  for (CallInst *call : calls) {
    SubGroupMarker marker(*call);
    if (options.checks_for(process::kCheckBarrier)) changed |= marker.check_barrier();
    if (options.checks_for(process::kCheckUninit)) changed |= marker.check_uninit();
  }
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

}  // namespace wherry::compiler
