// SPDX-License-Identifier: Apache-2.0
#include "compiler/ir/intrinsics.h"

#include <cstddef>

#include "compiler/ir/address_spaces.h"
#include "kernel_abi/abi.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace wherry::compiler {

namespace {

constexpr IntrinsicInfo kInfos[] = {
    {"", IntrinsicKind::none, LaneResult::none, "v()", Lowering::kernel_entry, 0},
#define by(way) Lowering::way, 0
#define group(field) Lowering::group_field, offsetof(abi::GroupContext, field)
#define launch(field) Lowering::launch_field, offsetof(abi::Launch, field)
#define host(call) Lowering::host_call, uint64_t(HostCall::call)
#define WHERRY_INTRINSIC(name, kind, lanes, signature, lowering)                                                       \
  {#name, IntrinsicKind::kind, LaneResult::lanes, signature, lowering},
#include "compiler/ir/intrinsics.def"
#undef by
#undef group
#undef launch
#undef host
};

Type *type_of(char letter, LLVMContext &context) {
  switch (letter) {
  case 'v': return Type::getVoidTy(context);
  case 'b': return Type::getInt1Ty(context);
  case 'i': return Type::getInt32Ty(context);
  case 'l': return Type::getInt64Ty(context);
  case 'p': return PointerType::get(context, kPrivateSpace);
  case 'g': return PointerType::get(context, kGlobalSpace);
  case 'L': return PointerType::get(context, kLocalSpace);
  case 'G': return PointerType::get(context, kGenericSpace);
  default: llvm_unreachable("no letter of intrinsics.def");
  }
}

void set_attributes(Function &function, IntrinsicKind kind) {
  if (kind == IntrinsicKind::marker) return;
  function.setAttributes({});
  function.setDoesNotThrow();
  function.setWillReturn();
  switch (kind) {
  // Operations that change memory for all work-items: neither do they move, nor other accesses over them.
  case IntrinsicKind::group_operation:
  case IntrinsicKind::copy_operation:
  case IntrinsicKind::collective:
  case IntrinsicKind::sub_group_barrier:
  case IntrinsicKind::yield: function.setConvergent(); break;
  case IntrinsicKind::sub_group_operation:
    function.setConvergent();
    function.setDoesNotAccessMemory();
    break;
  default:
    function.setDoesNotAccessMemory();
    function.setSpeculatable();
    break;
  }
}

}  // namespace

const IntrinsicInfo &info_of(Intrinsic id) { return kInfos[static_cast<unsigned>(id)]; }

Intrinsic intrinsic_of(const Function &function) {
  if (!function.isDeclaration() || !function.getName().starts_with("__wherry_")) return Intrinsic::none;
  return StringSwitch<Intrinsic>(function.getName())
#define WHERRY_INTRINSIC(name, kind, lanes, signature, lowering) .Case(#name, Intrinsic::name)
#include "compiler/ir/intrinsics.def"
      .Default(Intrinsic::none);
}

Intrinsic intrinsic_of(const Instruction &instruction) {
  auto *call = dyn_cast<CallInst>(&instruction);
  Function *callee = call ? call->getCalledFunction() : nullptr;
  return callee ? intrinsic_of(*callee) : Intrinsic::none;
}

bool is_item_id(Intrinsic id) { return kind_of(id) == IntrinsicKind::item_id || kind_of(id) == IntrinsicKind::lane_id; }

bool is_uniform_id(Intrinsic id) {
  return kind_of(id) == IntrinsicKind::group_id || kind_of(id) == IntrinsicKind::launch_id;
}

bool is_id_of(const Instruction &instruction, unsigned dimension) {
  if (intrinsic_of(instruction) != Intrinsic::__wherry_local_id) return false;
  auto *asked = dyn_cast<ConstantInt>(instruction.getOperand(0));
  return !asked || asked->getZExtValue() == dimension;
}

std::optional<unsigned> dimension_of(const Value *value, Intrinsic id) {
  auto *call = dyn_cast<CallInst>(value);
  auto *asked = call && intrinsic_of(*call) == id ? dyn_cast<ConstantInt>(call->getArgOperand(0)) : nullptr;
  if (!asked || asked->getZExtValue() > 2) return {};
  return unsigned(asked->getZExtValue());
}

bool is_group_operation(Intrinsic id) {
  return kind_of(id) == IntrinsicKind::group_operation || is_copy_operation(id) || is_collective(id);
}

bool is_collective(Intrinsic id) { return kind_of(id) == IntrinsicKind::collective; }

bool is_copy_operation(Intrinsic id) { return kind_of(id) == IntrinsicKind::copy_operation; }

bool is_sub_group_operation(Intrinsic id) {
  return kind_of(id) == IntrinsicKind::sub_group_operation || kind_of(id) == IntrinsicKind::sub_group_barrier;
}

bool sees_sub_groups(Intrinsic id) {
  return is_sub_group_operation(id) || kind_of(id) == IntrinsicKind::lane_id ||
         kind_of(id) == IntrinsicKind::lane_query;
}

bool reads_clock(const Instruction &instruction) {
  auto *intrinsic = dyn_cast<IntrinsicInst>(&instruction);
  return intrinsic && intrinsic->getIntrinsicID() == llvm::Intrinsic::readcyclecounter;
}

bool yields(const Function &function) {
  const Function *yield = function.getParent()->getFunction(info_of(Intrinsic::__wherry_yield).name);
  return yield && any_of(yield->users(), [&](const User *user) {
           auto *call = dyn_cast<CallInst>(user);
           return call && call->getFunction() == &function;
         });
}

bool is_printf(const Instruction &instruction) {
  auto *call = dyn_cast<CallInst>(&instruction);
  Function *callee = call ? call->getCalledFunction() : nullptr;
  return callee && callee->isDeclaration() && callee->getName() == "printf";
}

FunctionType *type_of(Intrinsic id, LLVMContext &context) {
  StringRef text = info_of(id).signature;
  Type *result = type_of(text.front(), context);
  text = text.drop_front(2).drop_back();
  const bool more = text.consume_back("...");
  SmallVector<Type *> parameters;
  for (char letter : text) parameters.push_back(type_of(letter, context));
  return FunctionType::get(result, parameters, more);
}

FunctionCallee declare_intrinsic(Module &module, Intrinsic id) {
  FunctionCallee callee = module.getOrInsertFunction(info_of(id).name, type_of(id, module.getContext()));
  set_attributes(*cast<Function>(callee.getCallee()), kind_of(id));
  return callee;
}

PreservedAnalyses DeclareIntrinsicsPass::run(Module &module, ModuleAnalysisManager &) {
  for (Function &function : module) {
    const Intrinsic id = intrinsic_of(function);
    if (id == Intrinsic::none) continue;
    set_attributes(function, kind_of(id));
    for (User *user : function.users())
      if (auto *call = dyn_cast<CallInst>(user)) call->setAttributes({});
  }
  return PreservedAnalyses::none();
}

}  // namespace wherry::compiler
