// What the builtin library leaves to the compiler: ir/intrinsics.def.
#pragma once
#include "llvm/IR/PassManager.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Instructions.h"

namespace llvm {
class Module;
}

namespace wherry::compiler {

enum class Intrinsic {
  none,
#define WHERRY_INTRINSIC(name) name,
#include "compiler/ir/intrinsics.def"
};

// Which intrinsic a function or a call is; `none` for everything else.
Intrinsic intrinsic_of(const llvm::Function &function);
Intrinsic intrinsic_of(const llvm::Instruction &instruction);

// Those that tell the work-items of a group apart.
bool is_item_id(Intrinsic id);

// Work-group operations end a region.
bool is_group_operation(Intrinsic id);
// Of these the work-group functions: their first argument is the work-item's own variable.
bool is_collective(Intrinsic id);
// Operations of a sub-group do not end one; what else only its lanes can tell.
bool is_sub_group_operation(Intrinsic id);
inline bool sees_sub_groups(Intrinsic id) {
  return is_sub_group_operation(id) || id == Intrinsic::__wherry_sub_group_lane || id == Intrinsic::__wherry_first_lane;
}
// Of these, what is the same for all of a sub-group.
inline bool gives_one_for_all(Intrinsic id) {
  return id == Intrinsic::__wherry_first_lane || id == Intrinsic::__wherry_sub_group_ballot ||
         id == Intrinsic::__wherry_sub_group_reduce || id == Intrinsic::__wherry_sub_group_broadcast;
}
// And those that are about async copies.
bool is_copy_operation(Intrinsic id);

// A variable that holds the same for ever.
inline bool is_constant(const llvm::Value *object) {
  auto *variable = llvm::dyn_cast<llvm::GlobalVariable>(object);
  return variable && variable->isConstant();
}

// printf, which the compiler lowers itself.
bool is_printf(const llvm::Instruction &instruction);

// The intrinsic, declared with its attributes.
llvm::FunctionCallee declare_intrinsic(llvm::Module &module, llvm::StringRef name, llvm::FunctionType *type);

// Gives the declarations the attributes that let LLVM move and merge them, and no more.
void declare_intrinsics(llvm::Module &module);
struct DeclareIntrinsicsPass : llvm::PassInfoMixin<DeclareIntrinsicsPass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
};

}  // namespace wherry::compiler
