// SPDX-License-Identifier: Apache-2.0
#include "compiler/lower/image_moves.h"

#include "compiler/lower/image_calls.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace wherry::compiler {
namespace {

// A function that link_near_texels() inlines, by its name: __wherry_image_ACTION_TEXEL_FORM_near.
struct NearFunction {
  StringRef action;  // fetch, sample, store
  StringRef texel;   // float, int
  StringRef form;    // row, pair, lanes
};

NearFunction near_function_of(const Value &value) {
  auto *call = dyn_cast<CallInst>(&value);
  const Function *callee = call ? call->getCalledFunction() : nullptr;
  StringRef name = callee && callee->isDeclaration() ? callee->getName() : "";
  SmallVector<StringRef, 3> parts;
  if (name.consume_front("__wherry_image_") && name.consume_back("_near")) name.split(parts, '_');
  return parts.size() == 3 ? NearFunction{parts[0], parts[1], parts[2]} : NearFunction{};
}

// The value that was inserted where an extractvalue takes a member out, or concatenated where a shuffle takes a half
// out; any other value itself.
Value *origin_of(Value *value) {
  if (auto *member = dyn_cast<ExtractValueInst>(value)) {
    Value *put = FindInsertedValue(member->getAggregateOperand(), member->getIndices());
    return put && put != value ? origin_of(put) : value;
  }
  auto *part = dyn_cast<ShuffleVectorInst>(value);
  int first = 0;
  if (!part || !part->isExtractSubvectorMask(first)) return value;
  auto *whole = dyn_cast<ShuffleVectorInst>(origin_of(part->getOperand(0)));
  if (!whole || !whole->isConcat() || whole->getOperand(0)->getType() != part->getType()) return value;
  const auto lanes = int(cast<FixedVectorType>(part->getType())->getNumElements());
  return first % lanes == 0 ? origin_of(whole->getOperand(unsigned(first / lanes))) : value;
}

// The read whose texels a store of a row writes; null: it writes something else.
CallInst *read_for(const CallInst &store) {
  const NearFunction written = near_function_of(store);
  if (written.action != "store" || (written.form != "row" && written.form != "pair")) return nullptr;
  const unsigned first = kUniformParameters + 3;  // behind x, y and z
  CallInst *read = nullptr;
  for (unsigned k = first; k < store.arg_size(); ++k) {
    auto *member = dyn_cast<ExtractValueInst>(origin_of(store.getArgOperand(k)));
    auto *from = member ? dyn_cast<CallInst>(member->getAggregateOperand()) : nullptr;
    if (!from || (read && from != read) || member->getNumIndices() != 1 || *member->idx_begin() != k - first)
      return nullptr;
    read = from;
  }
  const NearFunction done = near_function_of(*read);
  const bool fits = done.form == written.form || (done.form == "lanes" && written.form == "row");
  return fits && done.action != "store" && done.texel == "float" && written.texel == "float" ? read : nullptr;
}

// The instructions between a read and the store that take the read's results apart and put them together, in order.
// None: the results have other uses, or an instruction between the read and the store may write memory.
SmallVector<Instruction *> results_between(CallInst &read, CallInst &store) {
  if (read.getParent() != store.getParent()) return {};
  SmallVector<Instruction *> results;
  SmallPtrSet<const Value *, 16> all{&read};
  for (Instruction *next = read.getNextNode(); next != &store; next = next->getNextNode()) {
    if (!next || next->mayWriteToMemory()) return {};
    if (none_of(next->operands(), [&](const Use &use) { return all.contains(use); })) continue;
    if (!isa<ExtractValueInst, InsertValueInst, ShuffleVectorInst>(next)) return {};
    all.insert(next);
    results.push_back(next);
  }
  all.insert(&store);
  const auto has_other_use = [&](const Value *value) {
    return any_of(value->users(), [&](const User *user) { return !all.contains(user); });
  };
  if (has_other_use(&read) || any_of(results, has_other_use)) return {};
  return results;
}

void move_texels(CallInst &read, CallInst &store, ArrayRef<Instruction *> results) {
  const NearFunction done = near_function_of(read);
  IRBuilder<> builder(&store);
  SmallVector<Value *> arguments(read.args());
  arguments.push_back(store.getArgOperand(0));
  for (unsigned k = 2; k < kUniformParameters + 3; ++k) arguments.push_back(store.getArgOperand(k));
  SmallVector<Type *> types;
  for (Value *argument : arguments) types.push_back(argument->getType());
  auto move = read.getModule()->getOrInsertFunction((kMovePrefix + done.action + "_" + done.form + "_near").str(),
                                                    FunctionType::get(builder.getInt1Ty(), types, /*isVarArg=*/false));
  cast<Function>(move.getCallee())->setCallingConv(CallingConv::X86_RegCall);
  CallInst *moved = builder.CreateCall(move, arguments, "moved");
  moved->setCallingConv(CallingConv::X86_RegCall);
  Instruction *otherwise = SplitBlockAndInsertIfThen(builder.CreateNot(moved), &store, /*Unreachable=*/false);
  read.moveBefore(otherwise->getIterator());
  for (Instruction *result : results) result->moveBefore(otherwise->getIterator());
  store.moveBefore(otherwise->getIterator());
}

}  // namespace

bool MoveTexelsPass::run_on(KernelFacts &kernel, FunctionAnalysisManager &analyses) {
  const DominatorTree &dominators = analyses.getResult<DominatorTreeAnalysis>(*kernel.group);
  SmallVector<CallInst *> stores;
  for (Instruction &instruction : instructions(*kernel.group))
    if (near_function_of(instruction).action == "store" &&
        dominators.isReachableFromEntry(instruction.getParent()))  // elsewhere, a value may be a part of itself
      stores.push_back(cast<CallInst>(&instruction));
  bool changed = false;
  for (CallInst *store : stores) {
    CallInst *read = read_for(*store);
    if (!read) continue;
    const SmallVector<Instruction *> results = results_between(*read, *store);
    if (results.empty()) continue;
    move_texels(*read, *store, results);
    changed = true;
  }
  return changed;
}

}  // namespace wherry::compiler
