#include "compiler/ir/intrinsics.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace wherry::compiler {

Intrinsic intrinsic_of(const Function &function) {
  if (!function.isDeclaration() || !function.getName().starts_with("__wherry_")) return Intrinsic::none;
  return StringSwitch<Intrinsic>(function.getName())
#define WHERRY_INTRINSIC(name) .Case(#name, Intrinsic::name)
#include "compiler/ir/intrinsics.def"
      .Default(Intrinsic::none);
}

Intrinsic intrinsic_of(const Instruction &instruction) {
  auto *call = dyn_cast<CallInst>(&instruction);
  Function *callee = call ? call->getCalledFunction() : nullptr;
  return callee ? intrinsic_of(*callee) : Intrinsic::none;
}

bool is_item_id(Intrinsic id) {
  switch (id) {
  case Intrinsic::__wherry_local_id:
  case Intrinsic::__wherry_item:
  case Intrinsic::__wherry_sub_group_size:
  case Intrinsic::__wherry_sub_group_id:
  case Intrinsic::__wherry_sub_group_lane: return true;
  default: return false;
  }
}

bool is_sub_group_operation(Intrinsic id) {
  switch (id) {
  case Intrinsic::__wherry_sub_group_barrier:
  case Intrinsic::__wherry_sub_group_ballot:
  case Intrinsic::__wherry_sub_group_reduce:
  case Intrinsic::__wherry_sub_group_scan:
  case Intrinsic::__wherry_sub_group_cluster:
  case Intrinsic::__wherry_sub_group_broadcast:
  case Intrinsic::__wherry_sub_group_shuffle: return true;
  default: return false;
  }
}

bool is_group_operation(Intrinsic id) {
  switch (id) {
  case Intrinsic::__wherry_barrier:
  case Intrinsic::__wherry_async_copy_to_local:
  case Intrinsic::__wherry_async_copy_to_global:
  case Intrinsic::__wherry_async_tile_to_local:
  case Intrinsic::__wherry_async_tile_to_global:
  case Intrinsic::__wherry_readable_in_place:
  case Intrinsic::__wherry_copy_fence:
  case Intrinsic::__wherry_wait_events:
  case Intrinsic::__wherry_wait_events_local:
  case Intrinsic::__wherry_wait_events_generic: return true;
  default: return is_collective(id);
  }
}

bool is_collective(Intrinsic id) {
  return id == Intrinsic::__wherry_reduce || id == Intrinsic::__wherry_scan || id == Intrinsic::__wherry_broadcast;
}

bool is_copy_operation(Intrinsic id) {
  return is_group_operation(id) && id != Intrinsic::__wherry_barrier && !is_collective(id);
}

bool is_printf(const Instruction &instruction) {
  auto *call = dyn_cast<CallInst>(&instruction);
  Function *callee = call ? call->getCalledFunction() : nullptr;
  return callee && callee->isDeclaration() && callee->getName() == "printf";
}

namespace {

void set_attributes(Function &function, Intrinsic id) {
  function.setAttributes({});
  function.setDoesNotThrow();
  function.setWillReturn();
  // An operation that changes memory for every work-item must not move, nor anything over it.
  if (is_group_operation(id) || id == Intrinsic::__wherry_sub_group_barrier) {
    function.setConvergent();
  } else if (is_sub_group_operation(id)) {
    function.setConvergent();
    function.setDoesNotAccessMemory();
  } else {
    function.setDoesNotAccessMemory();
    function.setSpeculatable();
  }
}

}  // namespace

FunctionCallee declare_intrinsic(Module &module, StringRef name, FunctionType *type) {
  FunctionCallee callee = module.getOrInsertFunction(name, type);
  auto &function = *cast<Function>(callee.getCallee());
  set_attributes(function, intrinsic_of(function));
  return callee;
}

void declare_intrinsics(Module &module) {
  for (Function &function : module) {
    Intrinsic id = intrinsic_of(function);
    if (id == Intrinsic::none) continue;
    set_attributes(function, id);
    for (User *user : function.users())
      if (auto *call = dyn_cast<CallInst>(user)) call->setAttributes({});
  }
}

PreservedAnalyses DeclareIntrinsicsPass::run(Module &module, ModuleAnalysisManager &) {
  declare_intrinsics(module);
  return PreservedAnalyses::none();
}

}  // namespace wherry::compiler
